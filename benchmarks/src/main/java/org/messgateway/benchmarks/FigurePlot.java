package org.messgateway.benchmarks;

import java.util.List;
import org.messgateway.benchmarks.FigureTarget.Bound;

/**
 * All figures that have a target in one picture: how much better than it, or worse, on a
 * logarithmic scale; a line from the worst to the best value and a dot at the median.
 */
final class FigurePlot {

  private static final int ROW = 24;
  private static final int TOP = 64;
  private static final int LABELS = 380;
  private static final int WIDTH = 480;
  private static final int NUMBERS = 220;

  /** Ten times better or worse; beyond that it stands at the edge. */
  private static final double DECADES = 1;

  private final BenchmarkReport report;
  private final List<Figure> rows;

  FigurePlot(BenchmarkReport report) {
    this.report = report;
    this.rows = report.figures().stream().filter(figure -> figure.target() != null).toList();
  }

  String svg() {
    int height = TOP + ROW * rows.size() + 40;
    StringBuilder svg = new StringBuilder(8192);
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" \
        font-family="sans-serif" font-size="13">
        <rect width="100%%" height="100%%" fill="white"/>
        """
            .formatted(LABELS + WIDTH + NUMBERS, height));
    text(svg, 12, 22, "#222", "MESS gateway beside its goals: right of the line is better");
    text(svg, 12, 42, "#666", report.machine().toString());
    scale(svg, height - 30);
    for (int i = 0; i < rows.size(); i++) {
      row(svg, rows.get(i), TOP + ROW * i + ROW / 2);
    }
    return svg.append("</svg>\n").toString();
  }

  private static void scale(StringBuilder svg, int bottom) {
    for (double factor : List.of(0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)) {
      boolean goal = factor == 1.0;
      svg.append(
          "<line x1=\"%1$.1f\" x2=\"%1$.1f\" y1=\"%2$d\" y2=\"%3$d\" stroke=\"%4$s\"/>%n"
              .formatted(x(factor), TOP - 8, bottom, goal ? "#222" : "#ddd"));
      text(svg, x(factor) - 12, bottom + 18, "#666", goal ? "goal" : "%.4gx".formatted(factor));
    }
  }

  private static void row(StringBuilder svg, Figure figure, int y) {
    String color = figure.verdict().equals("reached") ? "#1a7f37" : "#b42318";
    text(svg, 12, y + 4, "#222", figure.goal() + "  " + figure.what());
    svg.append(
        "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"2\"/>%n"
            .formatted(
                x(better(figure, figure.min())), x(better(figure, figure.max())), y, y, color));
    svg.append(
        "<circle cx=\"%.1f\" cy=\"%d\" r=\"5\" fill=\"%s\"/>%n"
            .formatted(x(better(figure, figure.median())), y, color));
    String numbers = BenchmarkReport.number(figure.median()) + " " + figure.unit();
    text(svg, LABELS + WIDTH + 16, y + 4, color, numbers + " (" + figure.target() + ")");
  }

  /** How many times better than the goal. */
  private static double better(Figure figure, double value) {
    FigureTarget target = figure.target();
    if (target == null) {
      return 1;
    }
    double limit = Math.max(target.limit(), 1e-9);
    double safe = Math.max(value, 1e-9);
    // Of what must not be at all, none is as good as can be.
    if (target.limit() == 0) {
      return value <= 0 ? 1 : 0.1;
    }
    return target.bound() == Bound.AT_LEAST ? safe / limit : limit / safe;
  }

  private static double x(double factor) {
    double decades = Math.clamp(Math.log10(factor), -DECADES, DECADES);
    return LABELS + WIDTH * (decades + DECADES) / (2 * DECADES);
  }

  private static void text(StringBuilder svg, double x, int y, String color, String text) {
    String escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    svg.append("<text x=\"%.1f\" y=\"%d\" fill=\"%s\">%s</text>%n".formatted(x, y, color, escaped));
  }
}
