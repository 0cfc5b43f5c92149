package org.messgateway.adapter.slack;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.Response;
import okhttp3.ResponseBody;
import org.jspecify.annotations.Nullable;

/**
 * Reduces a refusal of an API method to Slack's error word. Slack's client logs a refusal that is
 * not JSON unchanged, and a careless proxy repeats the request in it, token included.
 *
 * @param methods the base URL of API methods; other answers pass unchanged
 */
record SlackErrorInterceptor(HttpUrl methods) implements Interceptor {

  private static final MediaType JSON = MediaType.get("application/json; charset=utf-8");

  @Override
  public Response intercept(Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    if (response.code() == 200 || !isMethod(chain.request().url())) {
      return response;
    }
    String word = word(response.body().string());
    return response.newBuilder().body(ResponseBody.create(word, JSON)).build();
  }

  private boolean isMethod(HttpUrl url) {
    return url.host().equals(methods.host())
        && url.port() == methods.port()
        && url.encodedPath().startsWith(methods.encodedPath());
  }

  private static String word(String body) {
    JsonObject kept = new JsonObject();
    kept.addProperty("ok", false);
    try {
      JsonElement read = JsonParser.parseString(body);
      @Nullable JsonElement error =
          read.isJsonObject() ? read.getAsJsonObject().get("error") : null;
      if (error != null && error.isJsonPrimitive()) {
        kept.add("error", error);
      }
    } catch (JsonParseException notSlack) {
      // A proxy's page: the status is all there is, and all that is needed.
      return kept.toString();
    }
    return kept.toString();
  }
}
