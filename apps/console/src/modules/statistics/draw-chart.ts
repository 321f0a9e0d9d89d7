import { BarChart } from 'echarts/charts';
import { AriaComponent, GridComponent } from 'echarts/components';
import { init, use as register, type EChartsType } from 'echarts/core';
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers';
import type { Tokens } from '@eyrie/ui/tokens';

register([AriaComponent, BarChart, CanvasRenderer, GridComponent, SVGRenderer]);

/** What a chart of bars shows; the words are those that the table beside it has. */
export interface BarsShown {
  labels: readonly string[];
  values: readonly (number | null)[];
  /** Of the axis of values. */
  valueText: (value: number) => string;
  /** Time, or names, run from right to left. */
  mirrored: boolean;
  colours: Pick<Tokens, 'accent' | 'text' | 'muted' | 'line' | 'raised'>;
}

/** A drawing has one direction, from the left: what begins with a figure would stand behind it in a language from the right. */
const apart = (label: string, mirrored: boolean): string => (mirrored ? `\u2068${label}\u2069` : label);

const optionOf = ({ labels, values, valueText, mirrored, colours }: BarsShown) => ({
  animation: false,
  // Stripes, so that the bars stand out where colours do not.
  aria: { enabled: true, label: { enabled: false }, decal: { show: true } },
  backgroundColor: colours.raised,
  // By its name: a canvas measures `inherit` as another, smaller font, and labels would touch.
  textStyle: { color: colours.text, fontFamily: getComputedStyle(document.body).fontFamily },
  grid: { top: 12, bottom: 28, left: 12, right: 12, outerBoundsMode: 'same' },
  xAxis: {
    type: 'category',
    data: labels.map((label) => apart(label, mirrored)),
    inverse: mirrored,
    axisLabel: { color: colours.muted, hideOverlap: true, margin: 16 },
    axisLine: { lineStyle: { color: colours.line } },
  },
  yAxis: {
    type: 'value',
    position: mirrored ? 'right' : 'left',
    splitNumber: 3,
    minInterval: 1,
    axisLabel: { color: colours.muted, formatter: (value: number) => apart(valueText(value), mirrored) },
    splitLine: { lineStyle: { color: colours.line } },
  },
  series: [{ type: 'bar', data: [...values], barMaxWidth: 32, itemStyle: { color: colours.accent } }],
});

export interface DrawnChart {
  show(bars: BarsShown): void;
  close(): void;
}

/** A chart in an element; it follows the element's size. */
export const drawChart = (element: HTMLElement): DrawnChart => {
  const chart: EChartsType = init(element, null, { renderer: 'svg' });
  const follow = new ResizeObserver(() => chart.resize());
  follow.observe(element);
  return {
    show: (bars) => chart.setOption(optionOf(bars), { notMerge: true }),
    close: () => {
      follow.disconnect();
      chart.dispose();
    },
  };
};

/** px of a picture that is saved: the same on every screen. */
const size = { width: 1200, height: 480 };

/** A chart as a picture for elsewhere. */
export const chartPicture = async (bars: BarsShown, format: 'svg' | 'png'): Promise<Blob> => {
  if (format === 'svg') {
    const chart = init(null, null, { renderer: 'svg', ssr: true, ...size });
    try {
      chart.setOption(optionOf(bars));
      return new Blob([chart.renderToSVGString()], { type: 'image/svg+xml' });
    } finally {
      chart.dispose();
    }
  }
  const canvas = document.createElement('canvas');
  const chart = init(canvas, null, { renderer: 'canvas', devicePixelRatio: 2, ...size });
  try {
    chart.setOption(optionOf(bars));
    chart.getZr().flush();
    return await new Promise<Blob>((resolve, reject) => {
      canvas.toBlob((blob) => {
        if (blob) resolve(blob);
        else reject(new Error('the browser made no picture of the chart'));
      }, 'image/png');
    });
  } finally {
    chart.dispose();
  }
};
