import { routeCalls, type DrawnRegion, type PlanSettings, type RoutePlan } from '@eyrie/domain';
import type { MapHost } from '@eyrie/map';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import type { FindNamed } from '../../../platform/map-part.ts';
import { useMay } from '../../../platform/allowed.tsx';
import { useText } from '../../../platform/text.tsx';
import { showToast } from '../../../platform/toasts.ts';
import { CameraInset } from './camera-inset.tsx';
import { copySelected } from './clipboard.ts';
import type { Computed } from './compute.ts';
import { EditorDialogs, type EditorDialog } from './editor-dialogs.tsx';
import { EditorHead, SaveFaults, ToolBar } from './editor-head.tsx';
import { EditorMap } from './editor-map.tsx';
import { isEmpty } from './editor-state.ts';
import { FindingsPanel } from './findings-panel.tsx';
import { Arrange, HeadActions } from './head-actions.tsx';
import { useEditorKeys } from './keys.ts';
import { alarmsOf, alongOf, centreOf, isBlockedBy, showFinding } from './links.ts';
import { comparedLines } from './map-content.ts';
import { OverlapLegend } from './overlap-legend.tsx';
import { PlayRow } from './play-row.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { usePanels } from './panels.ts';
import { withoutUnfinished } from './rings.ts';
import { ListPanel, PropertiesPanel } from './side-panels.tsx';
import type { PlanDock } from './plan-docks.ts';
import { SummaryBar } from './summary-bar.tsx';
import { useComputed } from './use-computed.ts';
import type { EditorStart } from './editor-work.ts';
import { useEditor, type Editor } from './use-editor.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useOnline } from './use-online.ts';
import { useSave } from './use-save.ts';
import { useShown, type Shown } from './use-shown.ts';
import type { AskWind } from './wind-from-weather.tsx';
import './editor.css';

export interface RouteEditorProps {
  start: EditorStart;
  /** It has stored what it drew under this oid, and goes on. */
  onSaved: (oid: string) => void;
  /** The route is to be opened as it is stored. */
  onOpen: (oid: string) => void;
  onBack: () => void;
  /** Large handles for fingers. */
  touch?: boolean;
  /** Nobody is signed in: in place of saving, the sign-in. */
  onSignIn?: () => void;
  /** The map once it runs, for what lies under the route. */
  onHost?: (host: MapHost | null) => void;
  /** Docks from which it may be flown. */
  docks?: readonly PlanDock[];
  /** The wind at a place; missing: nobody can be asked. */
  askWind?: AskWind;
  /** What goes by a name, of every room; without it only coordinates are found on the map. */
  findPlace?: FindNamed;
  /** Regions that it may cross; missing: not loaded. */
  regions?: readonly DrawnRegion[] | undefined;
}

const noDocks: readonly PlanDock[] = [];

/** What lies over the map: the picture of the camera, and what colours mean. */
function Insets({
  shown,
  host,
  computed,
  editor,
}: {
  shown: Shown;
  host: MapHost | null;
  computed: Computed | null;
  editor: Editor;
}): ReactNode {
  const { playback, looking, pose, on } = shown;
  const { flight, photo } = playback;
  return (
    <>
      {on.has('overlap') ? <OverlapLegend overlap={computed?.overlap ?? null} /> : null}
      {on.has('view') && flight && looking ? (
        <CameraInset
          host={host}
          moment={looking}
          pose={pose}
          camera={editor.plan.settings.camera}
          photo={photo === null ? null : { number: photo + 1, of: flight.photos.length }}
          onClose={() => shown.show('view', false)}
        />
      ) : null}
    </>
  );
}

/** Everything that is shown follows the plan; what is pointed at in one part is shown in the others. */
export function RouteEditor(props: RouteEditorProps): ReactNode {
  const { start, onOpen, onBack, touch = false, regions, docks = noDocks, onSignIn } = props;
  const text = useText();
  const editor = useEditor(start);
  const [host, setHost] = useState<MapHost | null>(null);
  const [open, setOpen] = useState<EditorDialog | null>(null);
  const [compared, setCompared] = useState<{ number: number; plan: RoutePlan } | null>(null);
  const mayCall = useMay(editor.start.oid === null ? routeCalls.add : routeCalls.edit);
  // Who is not signed in has no rights yet.
  const maySave = mayCall || onSignIn !== undefined;
  const online = useOnline();
  const panels = usePanels((state) => state.open);
  const context = useMemo(() => (regions ? { regions } : {}), [regions]);
  const plan = useMemo(() => withoutUnfinished(editor.plan), [editor.plan]);
  const computing = useComputed(host, plan, context);
  const { computed } = computing;
  const saving = useSave(editor, isEmpty(editor.plan), props);
  const splitting = useRef<HTMLSpanElement>(null);
  useEditorKeys(editor, {
    save: () => {
      if (maySave) saving.save();
    },
    help: () => setOpen('help'),
    copy: () => void copySelected(editor),
    join: () => setOpen('join'),
    // The button knows whether it may, and whether it is at work already.
    split: () => splitting.current?.querySelector('button')?.click(),
  });
  const leave = useLeaveGuard(editor, onBack);
  const shown = useShown(computing, editor.plan, editor.selected, host);
  const compareLines = useMemo(() => comparedLines(compared?.plan ?? null), [compared]);
  const alarms = useMemo(() => alarmsOf(computed), [computed]);
  const heightMode = async (mode: PlanSettings['heightMode']): Promise<void> => {
    const converted = await computing.convert(editor.plan, mode);
    if (!converted || converted.faults.length > 0) showToast('error', text('planner.heightModeUnknown'));
    else editor.edit(converted.plan);
  };
  return (
    <div className={touch ? 'planner planner-touch' : 'planner'}>
      <EditorHead
        editor={editor}
        saving={saving}
        maySave={maySave}
        onBack={leave}
        onHelp={() => setOpen('help')}
        // What was drawn a moment ago goes along.
        onSignIn={onSignIn && (() => void editor.live.keepDraft().then(onSignIn))}
      >
        {onSignIn ? null : (
          <>
            <HeadActions
              editor={editor}
              onImport={() => setOpen('import')}
              onVersions={() => setOpen('versions')}
              onTemplate={() => setOpen('template')}
              onCopied={onOpen}
            />
            <Arrange editor={editor} blocked={isBlockedBy(computed)} />
          </>
        )}
      </EditorHead>
      {maySave ? null : <p className="planner-note">{text('planner.readOnly')}</p>}
      {online ? null : <p className="planner-note">{text('planner.offline')}</p>}
      <SaveFaults faults={saving.faults} />
      <div className="planner-body ey-stack">
        <div
          className="planner-stage"
          data-list={panels.has('list') ? 'open' : 'folded'}
          data-properties={panels.has('properties') ? 'open' : 'folded'}
        >
          <ListPanel
            editor={editor}
            centre={() => centreOf(host)}
            splitting={splitting}
            docks={docks}
            host={host}
            onJoin={() => setOpen('join')}
          />
          <EditorMap
            editor={editor}
            computed={computed}
            host={host}
            onHost={(next) => {
              setHost(next);
              props.onHost?.(next);
            }}
            alarms={alarms}
            extraLines={compareLines}
            marks={shown.marks}
            views={shown.views}
            cones={shown.cones}
            overlap={shown.overlap}
            touch={touch}
            docks={docks}
            findPlace={props.findPlace}
            onHover={(handle) => shown.setAlong(alongOf(shown.profile?.profile ?? null, handle))}
          >
            <ToolBar editor={editor} />
            {compared ? (
              <p className="planner-compare">{text('planner.compare', { number: compared.number })}</p>
            ) : null}
            <Insets shown={shown} host={host} computed={computed} editor={editor} />
          </EditorMap>
          <PropertiesPanel
            editor={editor}
            computed={computed}
            onHeightMode={(mode) => void heightMode(mode)}
            docks={docks}
            host={host}
            askWind={props.askWind}
            findings={{
              count: computed?.check.findings.length ?? 0,
              content: (
                <FindingsPanel
                  editor={editor}
                  check={computed?.check ?? null}
                  onShow={(finding) => showFinding(editor, host, finding)}
                  split={computing.split}
                />
              ),
            }}
          />
        </div>
        <PlayRow shown={shown} />
        {panels.has('profile') ? (
          <ProfilePanel editor={editor} shown={shown.profile} at={shown.along} onAt={shown.setAlong} />
        ) : null}
      </div>
      <SummaryBar {...computing} />
      <EditorDialogs
        editor={editor}
        host={host}
        saving={saving}
        open={open}
        compared={compared?.number ?? null}
        onCompare={setCompared}
        convert={async (other, mode) => {
          const converted = await computing.convert(other, mode);
          return converted && converted.faults.length === 0 ? converted.plan : null;
        }}
        onOpen={onOpen}
        onClose={() => setOpen(null)}
      />
    </div>
  );
}
