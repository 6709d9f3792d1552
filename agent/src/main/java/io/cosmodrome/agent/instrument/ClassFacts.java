package io.cosmodrome.agent.instrument;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What other classes need to know of a class, read from its bytes.
 *
 * @param superName null for {@code java/lang/Object}
 * @param fields access flags by name and descriptor
 */
record ClassFacts(
    String name,
    @Nullable String superName,
    List<String> interfaces,
    int access,
    Map<String, Integer> fields) {

  static ClassFacts of(ClassReader reader) {
    Map<String, Integer> fields = new HashMap<>();
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public @Nullable FieldVisitor visitField(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              @Nullable Object value) {
            fields.put(key(name, descriptor), access);
            return null;
          }
        },
        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return new ClassFacts(
        reader.getClassName(),
        reader.getSuperName(),
        List.of(reader.getInterfaces()),
        reader.getAccess(),
        fields);
  }

  static String key(String name, String descriptor) {
    return name + ' ' + descriptor;
  }

  boolean isInterface() {
    return (access & Opcodes.ACC_INTERFACE) != 0;
  }
}
