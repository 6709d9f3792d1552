package io.cosmodrome.format;

import io.cosmodrome.trace.SymbolTable;
import java.util.Arrays;

/**
 * Method names of the class file as block labels of the language: {@code
 * test/Test.main([Ljava/lang/String;)V} becomes {@code test.Test.main(java.lang.String[])}.
 *
 * <p>Each is translated once. What does not look like a method stays as it is.
 */
final class RrLabels {
  private final SymbolTable labels;
  private final SymbolTable methods = new SymbolTable();
  private int[] labelOf = new int[16]; // by index in methods

  RrLabels(SymbolTable labels) {
    this.labels = labels;
  }

  int label(byte[] bytes, int from, int to) {
    int known = methods.count();
    int method = methods.intern(bytes, from, to - from);
    if (method == known) {
      if (method == labelOf.length) {
        labelOf = Arrays.copyOf(labelOf, 2 * method);
      }
      labelOf[method] = labels.intern(readable(methods.name(method)));
    }
    return labelOf[method];
  }

  static String readable(String method) {
    int open = method.indexOf('(');
    int close = method.lastIndexOf(')');
    if (open < 0 || close < open) {
      return method;
    }
    StringBuilder text = new StringBuilder(method.substring(0, open).replace('/', '.')).append('(');
    int i = open + 1;
    while (i < close) {
      int dimensions = 0;
      while (i < close && method.charAt(i) == '[') {
        dimensions++;
        i++;
      }
      int end = i < close && method.charAt(i) == 'L' ? method.indexOf(';', i) : i;
      String type = end < i || end >= close ? "" : typeName(method, i, end);
      if (type.isEmpty()) {
        return method;
      }
      text.append(text.charAt(text.length() - 1) == '(' ? "" : ",");
      text.append(type).append("[]".repeat(dimensions));
      i = end + 1;
    }
    return text.append(')').toString();
  }

  private static String typeName(String method, int from, int last) {
    return switch (method.charAt(from)) {
      case 'Z' -> "boolean";
      case 'B' -> "byte";
      case 'C' -> "char";
      case 'S' -> "short";
      case 'I' -> "int";
      case 'J' -> "long";
      case 'F' -> "float";
      case 'D' -> "double";
      case 'L' -> method.substring(from + 1, last).replace('/', '.');
      default -> "";
    };
  }
}
