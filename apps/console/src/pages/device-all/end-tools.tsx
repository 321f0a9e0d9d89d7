import type { MapHost } from '@eyrie/map';
import type { PhraseId } from '@eyrie/phrases';
import { useState, type ReactNode } from 'react';
import { NearestPanel, PlayerPanel } from '../../modules/trajectory/index.ts';
import { useText } from '../../platform/text.tsx';
import { DeviceLegend } from './device-legend.tsx';

/** Each with the word on its button and the name of its card. */
const tools = {
  nearest: ['trajectory.nearest', 'trajectory.nearest'],
  open: ['trajectory.open', 'trajectory.title'],
  legend: ['mapTool.legend', 'mapTool.legend'],
} as const satisfies Record<string, readonly [PhraseId, PhraseId]>;
type Tool = keyof typeof tools;
const toolNames: readonly Tool[] = ['nearest', 'open', 'legend'];

/** Buttons of the map's end edge, and the tool that one of them opened. */
export function EndTools({
  host,
  onChoose,
  children,
}: {
  host: MapHost | null;
  onChoose: (dockOID: string) => void;
  children: ReactNode;
}): ReactNode {
  const text = useText();
  const [open, setOpen] = useState<Tool | null>(null);
  return (
    <>
      <div className="device-tools">
        {children}
        {toolNames.map((tool) => (
          <button
            key={tool}
            type="button"
            className="device-fit ey-panel"
            aria-pressed={open === tool}
            onClick={() => setOpen(open === tool ? null : tool)}
          >
            {text(tools[tool][0])}
          </button>
        ))}
      </div>
      {open === null ? null : (
        <section className="device-card ey-panel" aria-label={text(tools[open][1])}>
          {open === 'open' ? <PlayerPanel host={host} /> : null}
          {open === 'nearest' ? <NearestPanel host={host} onChoose={onChoose} /> : null}
          {open === 'legend' ? <DeviceLegend /> : null}
        </section>
      )}
    </>
  );
}
