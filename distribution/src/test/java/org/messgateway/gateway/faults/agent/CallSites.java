package org.messgateway.gateway.faults.agent;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;

/**
 * Rewrites the gateway's own classes as they are loaded: before and behind each call that writes
 * stands a call of {@link WritePoints#reached}, and the system's clock is {@link ShiftedClock}.
 */
final class CallSites implements ClassFileTransformer {

  private static final String OURS = "org/messgateway/";
  private static final String CLOCK = "java/time/InstantSource.system";
  private static final String STATEMENT = "org/messgateway/gateway/queue/jdbc/SqlSession.update";

  /** Owner and method of what writes: to the disk, to a destination, to whoever asked us. */
  private static final Map<String, Set<String>> WRITES =
      Map.of(
          "java/nio/file/Files",
          Set.of(
              "move",
              "createLink",
              "createFile",
              "createDirectory",
              "createDirectories",
              "delete",
              "deleteIfExists",
              "writeString",
              "write"),
          "java/nio/channels/FileChannel",
          Set.of("write", "force", "transferTo"),
          "org/messgateway/gateway/home/SystemCalls",
          Set.of("write", "truncate", "rename", "flush", "flushFileSystem"),
          "org/messgateway/gateway/home/SecureFolder",
          Set.of("move"),
          "okhttp3/Call",
          Set.of("execute"),
          "io/helidon/webserver/http/ServerResponse",
          Set.of("send"));

  private static final ClassDesc POINTS = ClassDesc.of(WritePoints.class.getName());
  private static final ClassDesc SHIFTED = ClassDesc.of(ShiftedClock.class.getName());
  private static final MethodTypeDesc REACHED =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String);

  @Override
  public byte[] transform(
      ClassLoader loader, String name, Class<?> before, ProtectionDomain domain, byte[] bytes) {
    if (name == null || !name.startsWith(OURS) || name.contains("/faults/agent/")) {
      return bytes;
    }
    ClassFile format = ClassFile.of();
    String simple = name.substring(name.lastIndexOf('/') + 1);
    return format.transformClass(
        format.parse(bytes),
        (builder, element) -> {
          if (element instanceof MethodModel method && method.code().isPresent()) {
            String where = simple + "." + method.methodName().stringValue();
            builder.transformMethod(method, MethodTransform.transformingCode(new Code(where)));
          } else {
            ClassTransform.ACCEPT_ALL.accept(builder, element);
          }
        });
  }

  /** One method's code. */
  private static final class Code implements CodeTransform {
    private final String method;
    private int line;
    private boolean commit;

    Code(String method) {
      this.method = method;
    }

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
      switch (element) {
        case LineNumber number -> line = number.line();
        case ConstantInstruction constant ->
            commit = commit || constant.constantValue().equals("COMMIT");
        default -> {}
      }
      if (element instanceof InvokeInstruction call) {
        invoke(code, call);
      } else {
        code.with(element);
      }
    }

    private void invoke(CodeBuilder code, InvokeInstruction call) {
      String owner = call.owner().asInternalName();
      String name = call.name().stringValue();
      if (CLOCK.equals(owner + "." + name)) {
        code.invokestatic(SHIFTED, name, call.typeSymbol());
      } else if (commits(owner + "." + name)) {
        around(code, call, "COMMIT");
      } else if (WRITES.getOrDefault(owner, Set.of()).contains(name)) {
        around(code, call, owner.substring(owner.lastIndexOf('/') + 1) + "." + name);
      } else {
        code.with(call);
      }
    }

    private boolean commits(String called) {
      boolean commits = commit && STATEMENT.equals(called);
      commit = commit && !commits;
      return commits;
    }

    private void around(CodeBuilder code, InvokeInstruction call, String what) {
      String where = "%s@%s:%d".formatted(what, method, line);
      code.loadConstant("before:" + where);
      code.invokestatic(POINTS, "reached", REACHED);
      code.with(call);
      code.loadConstant("after:" + where);
      code.invokestatic(POINTS, "reached", REACHED);
    }
  }
}
