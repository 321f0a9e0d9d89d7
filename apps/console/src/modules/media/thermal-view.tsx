import {
  isUnitAssumed,
  thermalFigures,
  thermalFiguresOfAll,
  type ThermalFigures,
  type ThermalGrid,
  type ThermalPlace,
  type ThermalShape,
} from '@eyrie/domain';
import { Button, Form, Radio, Select } from 'antd';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { IconButton } from '../../platform/icon-button.tsx';
import { useText } from '../../platform/text.tsx';
import { useSight } from '../../platform/use-sight.ts';
import { colourOf, palettes, thermalPicture, type Palette } from './thermal-palette.ts';
import { useThermalMarks, type ThermalMark } from './use-thermal-marks.ts';
import { useWheel } from './use-wheel.ts';

const shapes = ['point', 'line', 'box'] as const satisfies readonly ThermalShape[];
const step = 1.5;
/** How far it is made larger. */
const zoomMost = 32;

const useDegrees = (): ((value: number) => string) => {
  const text = useText();
  const figures = useFigures();
  return (value) => figures.amount(value, text('unit.celsius'), 1);
};

/** In words what is known of a part of a picture, and that its unit is assumed where the file names none. */
const useFiguresText = (grid: ThermalGrid): ((figures: ThermalFigures | null) => string) => {
  const text = useText();
  const degrees = useDegrees();
  return (figures) => {
    if (!figures) return text('media.thermal.unknown');
    const { count, least, most, mean } = figures;
    const measured =
      count === 1
        ? degrees(mean)
        : text('media.thermal.figures', { least: degrees(least), most: degrees(most), mean: degrees(mean) });
    return isUnitAssumed(grid) ? text('media.thermal.assumed', { figures: measured }) : measured;
  };
};

/** A point, line or box on the picture; its middle is that of a pixel. */
function Drawn({ shape, from, to }: Omit<ThermalMark, 'number'>): ReactNode {
  const [left, top] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
  const look = { className: 'thermal-mark', vectorEffect: 'non-scaling-stroke' } as const;
  if (shape === 'box')
    return (
      <rect
        {...look}
        x={left}
        y={top}
        width={Math.abs(to.x - from.x) + 1}
        height={Math.abs(to.y - from.y) + 1}
      />
    );
  const [x, y] = [from.x + 0.5, from.y + 0.5];
  const path =
    shape === 'line' ? `M${x} ${y}L${to.x + 0.5} ${to.y + 0.5}` : `M${x - 4} ${y}h8M${x} ${y - 4}v8`;
  return <path {...look} d={path} />;
}

/** Shares of the legend: every palette has its colours at some of these, so that it shows them as the picture does. */
const shares = Array.from({ length: 31 }, (_, at) => at / 30);

/** The colours from the coldest to the warmest pixel, with both temperatures. */
function Legend({ palette, figures }: { palette: Palette; figures: ThermalFigures }): ReactNode {
  const degrees = useDegrees();
  const colours = shares.map((share) => `rgb(${colourOf(palette, share).join(' ')})`);
  return (
    <p className="thermal-legend" dir="ltr">
      <span>{degrees(figures.least)}</span>
      <span style={{ background: `linear-gradient(to right, ${colours.join()})` }} aria-hidden="true" />
      <span>{degrees(figures.most)}</span>
    </p>
  );
}

const viewOf = (
  { width, height }: ThermalGrid,
  zoom: number,
  middle: ThermalPlace = { x: width / 2, y: height / 2 },
): string => {
  const [across, down] = [width / zoom, height / zoom];
  return `${middle.x - across / 2} ${middle.y - down / 2} ${across} ${down}`;
};

interface ToolsProps {
  palette: Palette;
  onPalette: (palette: Palette) => void;
  shape: ThermalShape;
  onShape: (shape: ThermalShape) => void;
}

function Tools({ palette, onPalette, shape, onShape }: ToolsProps): ReactNode {
  const text = useText();
  const [paletteId, shapeId] = [useId(), useId()];
  return (
    <div className="ey-flow ey-gap-8">
      <Form.Item label={text('media.thermal.palette')} htmlFor={paletteId} className="thermal-tool">
        <Select
          id={paletteId}
          value={palette}
          onChange={onPalette}
          options={palettes.map((value) => ({ value, label: text(`media.thermal.palette.${value}`) }))}
        />
      </Form.Item>
      <Form.Item label={<span id={shapeId}>{text('media.thermal.measure')}</span>} className="thermal-tool">
        <Radio.Group
          optionType="button"
          aria-labelledby={shapeId}
          value={shape}
          options={shapes.map((value) => ({ value, label: text(`media.thermal.${value}`) }))}
          onChange={({ target }) => onShape(target.value as ThermalShape)}
        />
      </Form.Item>
    </div>
  );
}

interface AreaProps {
  grid: ThermalGrid;
  /** Address of the picture in its colours. */
  url: string;
  label: string;
  shape: ThermalShape;
  marks: ReturnType<typeof useThermalMarks>;
  sight: ReturnType<typeof useSight>;
  onWheel: (times: number) => void;
  all: ThermalFigures | null;
  here: ThermalFigures | null;
}

/** The picture with what is measured on it; its value is the temperature at the cross. */
function Area({ grid, url, label, shape, marks, sight, onWheel, all, here }: AreaProps): ReactNode {
  const figuresText = useFiguresText(grid);
  const area = useWheel(onWheel);
  const { cross, first } = marks;
  return (
    // A picture is never mirrored.
    <div
      ref={area}
      className="thermal-area"
      dir="ltr"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={all?.least ?? 0}
      aria-valuemax={all?.most ?? 0}
      aria-valuenow={here?.mean ?? 0}
      aria-valuetext={figuresText(here)}
      onKeyDown={marks.onKeyDown}
    >
      <svg viewBox={viewOf(grid, sight.zoom, sight.middle)} {...marks.pointer}>
        <image href={url} width={grid.width} height={grid.height} className="thermal-pixels" />
        {marks.marks.map((mark) => (
          <Drawn key={mark.number} {...mark} />
        ))}
        {first ? <Drawn shape={shape} from={first} to={cross} /> : null}
        <Drawn shape="point" from={cross} to={cross} />
      </svg>
    </div>
  );
}

/** What was measured, in words. */
function Measured({
  grid,
  all,
  marks,
}: {
  grid: ThermalGrid;
  all: ThermalFigures | null;
  marks: ReturnType<typeof useThermalMarks>;
}): ReactNode {
  const text = useText();
  const figuresText = useFiguresText(grid);
  const line = (name: string, figures: ThermalFigures | null): string =>
    text('media.thermal.line.of', { name, figures: figuresText(figures) });
  const named = (mark: ThermalMark): string =>
    text(`media.thermal.named.${mark.shape}`, { number: mark.number });
  return (
    <>
      <ul className="ey-list" aria-label={text('media.thermal')} aria-live="polite">
        <li>{line(text('media.thermal.all'), all)}</li>
        {marks.marks.map((mark) => (
          <li key={mark.number}>
            {line(named(mark), thermalFigures(grid, mark.shape, mark.from, mark.to))}
            <IconButton
              icon="close"
              label={text('media.thermal.drop', { name: named(mark) })}
              busy={false}
              onClick={() => marks.drop(mark.number)}
            />
          </li>
        ))}
      </ul>
      {marks.marks.length > 0 ? (
        <Button size="small" onClick={marks.clear}>
          {text('media.thermal.clear')}
        </Button>
      ) : null}
    </>
  );
}

/** An infrared picture in the colours of a palette, on which temperatures of points, lines and boxes are measured. */
export function ThermalView({ grid, name }: { grid: ThermalGrid; name: string }): ReactNode {
  const text = useText();
  const figuresText = useFiguresText(grid);
  const [palette, setPalette] = useState<Palette>('iron');
  const [shape, setShape] = useState<ThermalShape>('point');
  const url = useMemo(() => thermalPicture(grid, palette), [grid, palette]);
  const all = useMemo(() => thermalFiguresOfAll(grid), [grid]);
  const sight = useSight();
  // Keys would move the cross out of what is seen.
  const marks = useThermalMarks(grid, shape, (place) => (sight.zoom > 1 ? sight.move(place) : undefined));
  const here = thermalFigures(grid, 'point', marks.cross);
  const choose = (next: ThermalShape): void => {
    marks.forget();
    setShape(next);
  };
  // What lies under the pointer stays there.
  const onWheel = (asked: number): void => {
    const times = Math.min(asked, zoomMost / sight.zoom);
    if (sight.zoom * times <= 1) return sight.fit();
    const { x, y } = sight.middle ?? { x: grid.width / 2, y: grid.height / 2 };
    sight.by(times, marks.cross);
    sight.move({
      x: marks.cross.x + (x - marks.cross.x) / times,
      y: marks.cross.y + (y - marks.cross.y) / times,
    });
  };
  const label = text('media.thermal.area', { name });
  return (
    <div>
      <Tools palette={palette} onPalette={setPalette} shape={shape} onShape={choose} />
      <Area {...{ grid, url, label, shape, marks, sight, onWheel, all, here }} />
      {all ? <Legend palette={palette} figures={all} /> : null}
      <p className="ey-row ey-gap-8">
        <Button size="small" disabled={sight.zoom === 1} onClick={() => sight.by(1 / step)}>
          {text('media.zoomOut')}
        </Button>
        <Button size="small" onClick={() => sight.by(step, marks.cross)}>
          {text('media.zoomIn')}
        </Button>
        <Button size="small" disabled={sight.zoom === 1} onClick={sight.fit}>
          {text('media.zoomWhole')}
        </Button>
        <span>{text('media.thermal.here', { temperature: figuresText(here) })}</span>
      </p>
      <p className="media-none">{text(`media.thermal.source.${grid.source}`)}</p>
      <Measured grid={grid} all={all} marks={marks} />
    </div>
  );
}
