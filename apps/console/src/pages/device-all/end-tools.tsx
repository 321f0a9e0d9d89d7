import type { MapHost } from '@eyrie/map';
import { useState, type ReactNode } from 'react';
import { NearestPanel, PlayerPanel } from '../../modules/trajectory/index.ts';
import { useText } from '../../platform/text.tsx';

const tools = ['nearest', 'open'] as const;

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
  const [open, setOpen] = useState<(typeof tools)[number] | null>(null);
  return (
    <>
      {children}
      <div className="device-tools">
        {tools.map((tool) => (
          <button
            key={tool}
            type="button"
            className="device-fit"
            aria-pressed={open === tool}
            onClick={() => setOpen(open === tool ? null : tool)}
          >
            {text(`trajectory.${tool}`)}
          </button>
        ))}
      </div>
      {open === null ? null : (
        <section
          className="device-card"
          aria-label={text(open === 'open' ? 'trajectory.title' : 'trajectory.nearest')}
        >
          {open === 'open' ? <PlayerPanel host={host} /> : <NearestPanel host={host} onChoose={onChoose} />}
        </section>
      )}
    </>
  );
}
