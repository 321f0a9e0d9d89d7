import { pointKinds, type PlanSettings } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import type { MapHost } from '@eyrie/map';
import { addCorner, pointsOfRoute, setInterestCentre } from '@eyrie/planner';
import { Button, Tabs } from 'antd';
import { useState, type ReactNode, type RefObject } from 'react';
import { useText } from '../../../platform/text.tsx';
import { AddPlace } from './add-place.tsx';
import { DockChoice } from './dock-choice.tsx';
import { SidePanel } from './side-panel.tsx';
import { AreaForm, InterestForm } from './area-form.tsx';
import { BatchForm } from './batch-form.tsx';
import type { Computed } from './compute.ts';
import { CornerList } from './corner-list.tsx';
import { selectedPoints } from './editor-state.ts';
import { appended } from './gestures.ts';
import { PointForm } from './point-form.tsx';
import { PointList } from './point-list.tsx';
import { areaShape, beginRing, ringKey, ringNamed, shownRings, type RingKind } from './rings.ts';
import type { PlanDock } from './plan-docks.ts';
import { SettingsForm } from './settings-form.tsx';
import type { Editor } from './use-editor.ts';
import type { AskWind } from './wind-from-weather.tsx';
import './side-panels.css';
import './forms.css';

const startRing = (editor: Editor, kind: RingKind, place: Place): void => {
  const begun = beginRing(editor.plan, kind, place);
  if (!begun) return;
  editor.edit(begun.plan);
  editor.setDrawing(ringKey(begun.name));
};

/** A typed place does what a click on the map would do. */
const addPlace = (editor: Editor, place: Place): void => {
  const { plan } = editor;
  if (pointKinds.has(plan.type)) {
    appended(editor, place);
    return;
  }
  const shape = areaShape(plan);
  if (shape === null) {
    editor.edit(setInterestCentre(plan, place));
    return;
  }
  // A tool that begins an edge begins one here too.
  const kind = (['outer', 'hole', 'forbidden', 'line'] as const).find((one) => one === editor.tool);
  const rings = shownRings(plan);
  if (editor.drawing === null && kind !== undefined && (kind !== 'line' || plan.area.line.length === 0)) {
    startRing(editor, kind, place);
    return;
  }
  const going = editor.drawing ?? rings.findLast(({ name }) => name.kind !== 'forbidden')?.key;
  if (going !== undefined) {
    editor.edit(addCorner(plan, ringNamed(going), place));
    return;
  }
  startRing(editor, shape === 'line' ? 'line' : 'outer', place);
};

/** What is drawn, one by one, at the start edge. */
export function ListPanel({
  editor,
  centre,
  splitting,
  docks,
  host,
  onJoin,
}: {
  editor: Editor;
  centre: () => Place;
  /** Around the button that splits, which a key presses too. */
  splitting: RefObject<HTMLSpanElement | null>;
  docks: readonly PlanDock[];
  host: MapHost | null;
  onJoin: () => void;
}): ReactNode {
  const text = useText();
  const { plan } = editor;
  const label = text('planner.points');
  return (
    <SidePanel panel="list" edge="start" label={label}>
      {(fold) => (
        <>
          <header>
            {fold}
            <strong>{label}</strong>
          </header>
          {/* A route begins with the dock from which it is flown. */}
          {plan.settings.takeOff === null ? <DockChoice editor={editor} docks={docks} host={host} /> : null}
          <AddPlace onAdd={(place) => addPlace(editor.live, place)} />
          {pointKinds.has(plan.type) ? (
            <PointList editor={editor} splitting={splitting} onJoin={onJoin} />
          ) : areaShape(plan) === null ? (
            <p className="planner-list ey-muted">
              {plan.interest.centre ? (
                <bdi dir="ltr">
                  {plan.interest.centre.lng.toFixed(6)}, {plan.interest.centre.lat.toFixed(6)}
                </bdi>
              ) : (
                text('planner.centreNone')
              )}
            </p>
          ) : (
            <CornerList editor={editor} centre={centre} />
          )}
        </>
      )}
    </SidePanel>
  );
}

function PointPanel({ editor }: { editor: Editor }): ReactNode {
  const text = useText();
  const ids = [...selectedPoints(editor.selected)];
  const [id] = ids;
  if (ids.length > 1) return <BatchForm editor={editor} ids={ids} />;
  const index = editor.plan.points.findIndex((point) => point.id === id);
  const point = editor.plan.points[index];
  return point ? (
    <>
      <PointForm key={point.id} editor={editor} point={point} index={index} />
    </>
  ) : (
    <p className="ey-muted">{text('planner.nothingSelected')}</p>
  );
}

/** The computed route may be taken over as points by hand. */
function ToPoints({ editor, computed }: { editor: Editor; computed: Computed | null }): ReactNode {
  const text = useText();
  const count = computed?.figures.points ?? 0;
  if (!computed || count === 0) return null;
  return (
    <div className="planner-form ey-stack ey-gap-8">
      <p className="ey-muted">{text('planner.computedFrom', { count })}</p>
      <Button
        size="small"
        onClick={() => {
          editor.edit(pointsOfRoute(editor.plan, computed.route));
          editor.setTool('select');
        }}
      >
        {text('planner.toPoints')}
      </Button>
    </div>
  );
}

interface PropertiesProps {
  editor: Editor;
  computed: Computed | null;
  onHeightMode: (mode: PlanSettings['heightMode']) => void;
  docks: readonly PlanDock[];
  host: MapHost | null;
  askWind: AskWind | undefined;
  /** The findings, and how many there are. */
  findings: { content: ReactNode; count: number };
}

/** Properties at the end edge: of what is selected, of the area, of the whole route; and what was found. */
export function PropertiesPanel({
  editor,
  computed,
  onHeightMode,
  docks,
  host,
  askWind,
  findings,
}: PropertiesProps): ReactNode {
  const text = useText();
  const { plan } = editor;
  const first = pointKinds.has(plan.type) ? 'point' : areaShape(plan) === null ? 'interest' : 'area';
  const [tab, setTab] = useState<string>(first);
  const own = {
    point: <PointPanel editor={editor} />,
    area: (
      <>
        <AreaForm editor={editor} />
        <ToPoints editor={editor} computed={computed} />
      </>
    ),
    interest: (
      <>
        <InterestForm editor={editor} />
        <ToPoints editor={editor} computed={computed} />
      </>
    ),
  }[first];
  const shown = tab === 'route' || tab === 'findings' ? tab : first;
  return (
    <SidePanel panel="properties" edge="end" label={text('planner.properties')}>
      {(fold) => (
        <Tabs
          size="small"
          activeKey={shown}
          tabBarExtraContent={fold}
          onChange={setTab}
          items={[
            { key: first, label: text(`planner.tab.${first}`), children: own },
            {
              key: 'route',
              label: text('planner.tab.route'),
              children: (
                <SettingsForm
                  editor={editor}
                  onHeightMode={onHeightMode}
                  docks={docks}
                  host={host}
                  askWind={askWind}
                />
              ),
            },
            {
              key: 'findings',
              label: `${text('planner.tab.findings')}${findings.count > 0 ? ` (${findings.count})` : ''}`,
              children: findings.content,
            },
          ]}
        />
      )}
    </SidePanel>
  );
}
