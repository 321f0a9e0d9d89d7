import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/text.tsx';
import { PlayBar } from './play-bar.tsx';
import { FoldButton } from './fold-button.tsx';
import { overlays, type Shown } from './use-shown.ts';
import './play-row.css';

/** Plays the flight, and says what is laid over the map. */
export function PlayRow({ shown }: { shown: Shown }): ReactNode {
  const text = useText();
  return (
    <div className="planner-play-row ey-row ey-flow">
      <span className="planner-play-fold ey-row ey-gap-4">
        <FoldButton panel="profile" label={text('planner.profile')} />
        <span>{text('planner.profile')}</span>
      </span>
      <PlayBar playback={shown.playback} />
      <div className="planner-overlays ey-flow" role="group" aria-label={text('planner.layers')}>
        {overlays.map((name) => (
          <Checkbox
            key={name}
            checked={shown.on.has(name)}
            onChange={({ target }) => shown.show(name, target.checked)}
          >
            {text(`planner.layers.${name}`)}
          </Checkbox>
        ))}
      </div>
    </div>
  );
}
