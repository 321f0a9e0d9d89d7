import { bounds } from '@eyrie/geometry';
import type { MapHost } from '@eyrie/map';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/text.tsx';
import { ChoiceField } from './choice-field.tsx';
import { placesIn } from './drawn-places.ts';
import { freeRoom } from './free-room.ts';
import { fromDock, type PlanDock } from './plan-docks.ts';
import type { Editor } from './use-editor.ts';

interface DockChoiceProps {
  editor: Editor;
  docks: readonly PlanDock[];
  host: MapHost | null;
}

/** The dock from which a route is flown: the map goes there. */
export function DockChoice({ editor, docks, host }: DockChoiceProps): ReactNode {
  const text = useText();
  const { dockOID } = editor.plan.settings;
  if (docks.length === 0) return null;
  return (
    <ChoiceField
      label={text('planner.field.dock')}
      value={docks.some(({ oid }) => oid === dockOID) ? dockOID : null}
      placeholder={text('planner.field.notChosen')}
      options={docks.map(({ oid, name }) => ({ value: oid, label: name }))}
      onChange={(oid) => {
        const dock = docks.find((one) => one.oid === oid);
        if (!dock) return;
        const around = bounds([...placesIn(editor.live), dock]);
        editor.edit((plan) => fromDock(plan, dock));
        host?.fit(around, { padding: freeRoom(60), maxZoom: 16, animate: true });
      }}
    />
  );
}
