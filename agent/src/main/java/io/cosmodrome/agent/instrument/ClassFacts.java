package io.cosmodrome.agent.instrument;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * What other classes need to know of a class, read from its bytes, or from the JDK.
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

  /** What the names of the JDK's classes begin with, of those that programs extend. */
  static final String PLATFORM = "java/";

  /** A class of the JDK, without its fields: they are not watched. */
  static ClassFacts ofPlatform(Class<?> type) {
    Class<?> parent = type.getSuperclass();
    List<String> interfaces = new ArrayList<>();
    for (Class<?> each : type.getInterfaces()) {
      interfaces.add(Type.getInternalName(each));
    }
    return new ClassFacts(
        Type.getInternalName(type),
        parent == null ? null : Type.getInternalName(parent),
        interfaces,
        type.getModifiers(),
        Map.of());
  }

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

  /** Whether this is a class of the JDK that may have fields. */
  boolean isOfPlatform() {
    return name.startsWith(PLATFORM) && superName != null;
  }

  boolean isInterface() {
    return (access & Opcodes.ACC_INTERFACE) != 0;
  }
}
