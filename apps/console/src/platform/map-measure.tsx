import { MapMeasure, type MapHost } from '@eyrie/map';
import type { ReactNode } from 'react';
import { useFigures } from './figures.ts';
import { useText } from './text.tsx';

/** Square metres, as ha from one and as km² from a hundred. */
const useAreaText = (): ((squareMetres: number) => string) => {
  const { amount } = useFigures();
  return (area) =>
    area < 10_000
      ? amount(area, 'm²')
      : area < 1_000_000
        ? amount(area / 10_000, 'ha', 2)
        : amount(area / 1_000_000, 'km²', 2);
};

/** Measures on a map: distance with heights, area, and what is seen from a point. */
export function MeasurePanel({ host, onClose }: { host: MapHost | null; onClose: () => void }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const area = useAreaText();
  return (
    <MapMeasure
      host={host}
      onClose={onClose}
      figures={{
        length: figures.length,
        height: figures.height,
        area,
        share: (share) => figures.amount(share * 100, '%'),
      }}
      texts={{
        group: text('mapTool.measure'),
        tools: {
          distance: text('mapTool.measureDistance'),
          area: text('mapTool.measureArea'),
          viewShed: text('mapTool.viewShed'),
        },
        hint: text('mapTool.measureHint'),
        eyeHint: text('mapTool.viewShedHint'),
        undo: text('mapTool.undoPoint'),
        clear: text('mapTool.clear'),
        length: text('mapTool.length'),
        lastLeg: text('mapTool.lastLeg'),
        area: text('mapTool.measureArea'),
        perimeter: text('mapTool.perimeter'),
        profile: text('mapTool.profile'),
        heightsUnknown: text('mapTool.profileUnknown'),
        span: (least, most, climb) => text('mapTool.profileSpan', { least, most, climb }),
        gaps: (share) => text('mapTool.profileGaps', { share }),
        eyeHeight: text('mapTool.eyeHeight'),
        radius: text('mapTool.radius'),
        seen: (seen, hidden, unknown) => text('mapTool.seen', { seen, hidden, unknown }),
        computing: text('mapTool.computing'),
      }}
    />
  );
}
