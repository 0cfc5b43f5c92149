package org.messgateway.gateway.agents;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.PlainText;
import org.messgateway.gateway.agents.AgentTask.FileForm;
import org.messgateway.gateway.agents.AgentTask.ThreadText;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.view.FileLinks;
import org.messgateway.gateway.exchange.view.ThreadView;
import org.messgateway.gateway.exchange.view.Viewer;

/**
 * The whole thread for its agent. Its envelope tells in addition what stands open and which files
 * there are.
 */
final class WholeText implements ThreadText {

  private static final int WHOLE = Integer.MAX_VALUE;
  private static final int WITHOUT_DATA = 0;

  private final LoadedThread loaded;
  private final List<OpenMatter> open;
  private final List<TaskAttachment> files;
  private final List<Map<String, Object>> suggestions;
  private final FilePaths.OfTask paths;

  WholeText(
      LoadedThread loaded,
      List<OpenMatter> open,
      List<TaskAttachment> files,
      List<Map<String, Object>> suggestions,
      FilePaths.OfTask paths) {
    this.loaded = loaded;
    this.open = List.copyOf(open);
    this.files = List.copyOf(files);
    this.suggestions = List.copyOf(suggestions);
    this.paths = paths;
  }

  @Override
  public String yaml(FileForm form) {
    return plain(view(form).yaml(limit(form)));
  }

  @Override
  public String json(FileForm form) {
    return plain(view(form).json(limit(form)));
  }

  private static String plain(byte[] text) {
    return PlainText.of(new String(text, UTF_8));
  }

  private static int limit(FileForm form) {
    return form == FileForm.INLINE ? WHOLE : WITHOUT_DATA;
  }

  private ThreadView view(FileForm form) {
    return new ThreadView(
            loaded.parsed(), NotificationKind.REQUEST, new Viewer("", true), links(form))
        .with("suggestions", suggestions)
        .with("open", open.stream().map(WholeText::member).toList())
        .with("files", files.stream().map(file -> member(file, form)).toList());
  }

  private static Map<String, Object> member(OpenMatter matter) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("kind", matter.kind().code());
    members.put("re", matter.id());
    members.put("from", matter.from().id());
    Optional.ofNullable(matter.at()).ifPresent(at -> members.put("at", at.toString()));
    members.put("text", matter.text());
    if (!matter.field().isEmpty()) {
      members.put("field", matter.field());
    }
    if (!matter.options().isEmpty()) {
      members.put("options", matter.options());
    }
    members.put("reply", matter.reply());
    return members;
  }

  private static Map<String, Object> member(TaskAttachment file, FileForm form) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", file.name());
    members.put("title", file.title());
    members.put("mime", file.mime());
    if (file.size() >= 0) {
      members.put("size", file.size());
    }
    members.put("message", file.message());
    members.put("uri", form == FileForm.CONTENT_URI ? file.uri() : file.url());
    return members;
  }

  private @Nullable FileLinks links(FileForm form) {
    return switch (form) {
      case INLINE -> null;
      case URL -> new Links(paths::url);
      case CONTENT_URI -> new Links(paths::uri);
    };
  }

  /** Without tokens: an agent fetches with its own. */
  private final class Links implements FileLinks {

    private final Function<String, String> address;

    Links(Function<String, String> address) {
      this.address = address;
    }

    @Override
    public URI attachment(String fileName) {
      return URI.create(address.apply(fileName));
    }

    @Override
    public URI inline(int document, int number) {
      return attachment("inline-" + document + "-" + number);
    }

    @Override
    public URI remote(int document, int number) {
      return URI.create(paths.remote(document, number));
    }

    @Override
    public Optional<LocalFile> local(int document, int number, String uri) {
      String name = "local-" + document + "-" + number;
      return files.stream()
          .filter(file -> file.name().equals(name))
          .map(file -> new LocalFile(attachment(name), file.title(), file.mime(), file.size()))
          .findFirst();
    }
  }
}
