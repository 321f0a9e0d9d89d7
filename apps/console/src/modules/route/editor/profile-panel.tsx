import { pointKinds } from '@eyrie/domain';
import { nudgePoints } from '@eyrie/planner';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/text.tsx';
import { handleId, selectedPoints } from './editor-state.ts';
import { ProfileChart } from './profile-chart.tsx';
import type { ShownProfile } from './shown-profile.ts';
import type { Editor } from './use-editor.ts';

interface ProfilePanelProps {
  editor: Editor;
  shown: ShownProfile | null;
  at: number | null;
  onAt: (distance: number | null) => void;
}

/** The profile under the map, in which points are raised and lowered. */
export function ProfilePanel({ editor, shown, at, onAt }: ProfilePanelProps): ReactNode {
  const text = useText();
  const { plan, selected } = editor;
  if (!shown) return <p className="planner-profile ey-muted">{text('planner.profileNone')}</p>;
  return (
    <ProfileChart
      shown={shown}
      clearance={plan.settings.clearance}
      selected={selectedPoints(selected)}
      movable={pointKinds.has(plan.type)}
      at={at}
      onAt={onAt}
      onSelect={(id) => {
        if (pointKinds.has(plan.type)) editor.select(new Set([handleId({ kind: 'point', id })]));
      }}
      onRaise={(id, by, gesture) =>
        editor.edit((before) => nudgePoints(before, [id], { up: by }), `${gesture} ${id}`)
      }
    />
  );
}
