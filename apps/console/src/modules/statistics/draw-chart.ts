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
  /** Bars lie below each other, so that each has its name beside it: names are longer than days, and none stands between two. */
  lying?: boolean;
  colours: Pick<Tokens, 'accent' | 'text' | 'muted' | 'line' | 'raised'>;
}

/** A drawing has one direction, from the left: what begins with a figure would stand behind it in a language from the right. */
const apart = (label: string, mirrored: boolean): string => (mirrored ? `\u2068${label}\u2069` : label);

/** Of a name beside its bar, px; what is longer is cut off with an ellipsis. */
const nameWidth = 160;

const axesOf = ({ labels, valueText, mirrored, lying = false, colours }: BarsShown) => {
  const position = mirrored ? 'right' : 'left';
  const names = {
    type: 'category',
    data: labels.map((label) => apart(label, mirrored)),
    axisLine: { lineStyle: { color: colours.line } },
  };
  const figures = {
    type: 'value',
    splitNumber: 3,
    minInterval: 1,
    axisLabel: { color: colours.muted, formatter: (value: number) => apart(valueText(value), mirrored) },
    splitLine: { lineStyle: { color: colours.line } },
  };
  if (!lying)
    return {
      xAxis: {
        ...names,
        inverse: mirrored,
        axisLabel: { color: colours.muted, hideOverlap: true, margin: 16 },
      },
      yAxis: { ...figures, position },
    };
  const whole = { interval: 0, width: nameWidth, overflow: 'truncate' } as const;
  return {
    xAxis: { ...figures, inverse: mirrored },
    // The first name stands at the top.
    yAxis: { ...names, inverse: true, position, axisLabel: { color: colours.muted, ...whole } },
  };
};

const optionOf = (bars: BarsShown) => ({
  animation: false,
  // Stripes, so that the bars stand out where colours do not.
  aria: { enabled: true, label: { enabled: false }, decal: { show: true } },
  backgroundColor: bars.colours.raised,
  // By its name: a canvas measures `inherit` as another, smaller font, and labels would touch.
  textStyle: { color: bars.colours.text, fontFamily: getComputedStyle(document.body).fontFamily },
  grid: { top: 12, bottom: 28, left: 12, right: 12, outerBoundsMode: 'same' },
  ...axesOf(bars),
  series: [
    { type: 'bar', data: [...bars.values], barMaxWidth: 32, itemStyle: { color: bars.colours.accent } },
  ],
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
