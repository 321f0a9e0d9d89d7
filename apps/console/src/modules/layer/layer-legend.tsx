import { legendSymbols, type LegendEntry, type LegendKind } from '@eyrie/map';
import type { LayerRecord } from '@eyrie/domain';
import { StateShape } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import type { TreeRow } from '@eyrie/web/layer-tree';

const kindOf = ({ type, role }: LayerRecord): LegendKind => {
  if (role === 'terrain') return 'ground';
  if (type === 3) return 'vectors';
  if (type === 4) return 'model';
  return type === 6 ? 'points' : 'tiles';
};

/** What is said in a legend of the layers that are shown. */
export const legendEntries = (
  rows: readonly TreeRow[],
  colours: Readonly<Record<string, readonly string[]>>,
): LegendEntry[] =>
  rows
    .filter(({ visible }) => visible)
    .map(({ layer }) => ({
      id: layer.oid,
      label: layer.name,
      kind: kindOf(layer),
      colours: colours[layer.oid] ?? [],
      attribution: layer.attribution,
    }));

const looks = {
  live: 'mapTool.legendLive',
  working: 'mapTool.legendWorking',
  attention: 'mapTool.legendAttention',
  alarm: 'mapTool.legendAlarm',
  offline: 'mapTool.legendOffline',
} as const;

/** What is drawn on a map and how: its layers, and the states of markers. */
export function LayerLegend({ entries }: { entries: readonly LegendEntry[] }): ReactNode {
  const text = useText();
  return (
    <details className="layer-legend">
      <summary>{text('mapTool.legend')}</summary>
      <ul aria-label={text('mapTool.legend')}>
        {entries.map(({ id, label, kind, colours }) => (
          <li key={id}>
            {(colours.length === 0 ? ['currentColor'] : colours).map((colour) => (
              <svg key={colour} viewBox="0 0 12 12" width={14} height={14} aria-hidden="true">
                <path
                  d={legendSymbols[kind]}
                  fill="none"
                  stroke={colour}
                  strokeWidth={1.2}
                  strokeLinecap="round"
                />
              </svg>
            ))}
            <bdi>{label}</bdi>
          </li>
        ))}
        {(Object.keys(looks) as (keyof typeof looks)[]).map((look) => (
          <li key={look}>
            <StateShape state={look} />
            {text(looks[look])}
          </li>
        ))}
      </ul>
    </details>
  );
}
