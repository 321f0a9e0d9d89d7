import type { DrawnRegion, RoutePlan } from '@eyrie/domain';
import type { MapHost } from '@eyrie/map';
import { freshPlan } from '@eyrie/planner';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { FindNamed } from '../../../platform/map-part.ts';
import { useFigures } from '../../../platform/figures.ts';
import { useSession } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.tsx';
import { draftRoute, dropDraft, keptDraft, takeDraft, type RouteDraft } from './draft-store.ts';
import { RouteEditor } from './editor.tsx';
import type { PlanDock } from './plan-docks.ts';
import type { PlanSource } from './plan-source.ts';
import type { AskWind } from './wind-from-weather.tsx';
import type { EditorStart } from './editor-work.ts';
import { readPlan } from './use-save.ts';
import './open-editor.css';

export interface OpenEditorProps {
  /** Oid of the route; null: a new one of this kind. */
  oid: string | null;
  kind: RoutePlan['type'];
  /** What a new route begins with. */
  source?: PlanSource | null;
  /** What a stored route is made into as a first step; missing: it stays. */
  adapt?: ((plan: RoutePlan) => RoutePlan) | null;
  /** The editor has stored what it drew under this oid, and goes on. */
  onSaved: (oid: string) => void;
  /** The route is to be opened as it is stored. */
  onOpen: (oid: string) => void;
  onBack: () => void;
  touch?: boolean;
  /** Nobody is signed in. */
  onSignIn?: () => void;
  regions?: readonly DrawnRegion[] | undefined;
  docks?: readonly PlanDock[];
  askWind?: AskWind;
  findPlace?: FindNamed;
  onHost?: (host: MapHost | null) => void;
}

interface Opened {
  start: Omit<EditorStart, 'draft'>;
  draft: RouteDraft | null;
  /** Said above the editor. */
  usedBy: { tasks: number; flights: number };
  origin: boolean;
}

const openOf = async (
  { oid, kind, source = null, adapt = null }: Pick<OpenEditorProps, 'oid' | 'kind' | 'source' | 'adapt'>,
  member: string,
): Promise<Opened> => {
  const draftKey = draftRoute(oid, kind, source?.key);
  // What was drawn on this device while nobody was signed in goes on under the member who does, the later one first.
  const own = await keptDraft(member, draftKey);
  const device = oid === null ? await keptDraft('', draftKey) : null;
  const draft = own && device ? (own.at < device.at ? device : own) : (own ?? device);
  if (oid === null) {
    const begin = (await source?.plan()) ?? null;
    const plan = freshPlan(begin?.type ?? kind);
    return {
      start: { oid, name: '', remark: '', version: null, plan, begin, draftKey },
      draft,
      usedBy: { tasks: 0, flights: 0 },
      origin: false,
    };
  }
  const { name, remark, version, plan, usedBy, origin } = await readPlan(oid);
  const begin = adapt && adapt(plan);
  return { start: { oid, name, remark, version, plan, begin, draftKey }, draft, usedBy, origin };
};

function DraftOffer({
  draft,
  version,
  onChoose,
}: {
  draft: RouteDraft;
  version: number | null;
  onChoose: (draft: RouteDraft | null) => void;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <div
      className="planner-offer ey-stack ey-gap-12 ey-panel"
      role="alertdialog"
      aria-label={text('planner.draft', { time: '' })}
    >
      <p>
        {text('planner.draft', { time: figures.time(draft.at) })}{' '}
        {draft.version === version ? null : text('planner.draft.older')}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the question comes before the page it is about */}
      <Button type="primary" autoFocus onClick={() => onChoose(draft)}>
        {text('planner.draft.continue')}
      </Button>
      <Button onClick={() => onChoose(null)}>{text('planner.draft.discard')}</Button>
    </div>
  );
}

function Ready({ opened, ...props }: OpenEditorProps & { opened: Opened }): ReactNode {
  const text = useText();
  const member = useSession(({ user }) => user?.oid ?? '');
  const [chosen, setChosen] = useState<EditorStart | null>(() =>
    opened.draft ? null : { ...opened.start, draft: null },
  );
  if (!chosen)
    return (
      <DraftOffer
        draft={opened.draft as RouteDraft}
        version={opened.start.version}
        onChoose={(draft) => {
          const { draftKey } = opened.start;
          void (draft ? takeDraft(member, draftKey, draft) : dropDraft(member, draftKey));
          // A save on top of what somebody else saved is stopped by the version that the draft began with.
          setChosen({ ...opened.start, ...(draft ? { version: draft.version } : {}), draft });
        }}
      />
    );
  const { tasks, flights } = opened.usedBy;
  return (
    <>
      {tasks + flights > 0 ? (
        <p className="planner-note">{text('planner.usedBy', { tasks, flights })}</p>
      ) : null}
      {opened.origin ? <p className="planner-note">{text('planner.origin')}</p> : null}
      <RouteEditor {...props} start={chosen} />
    </>
  );
}

let openings = 0;
const nextOpening = (): number => (openings += 1);

/** Opens a route to be drawn: asks for its plan, and offers what was left unsaved in this browser. */
export function OpenEditor(props: OpenEditorProps): ReactNode {
  // A new route that is stored gets an oid; the editor stays.
  const [{ oid, kind, source, adapt }] = useState(props);
  const member = useSession(({ user }) => user?.oid ?? '');
  // What an editor opens is what is stored: the one before, which may still be there, has kept what it had read.
  const [opening] = useState(nextOpening);
  const answer = useQuery({
    queryKey: ['routePlan', oid, kind, source?.key, member, opening],
    queryFn: () => openOf({ oid, kind, source: source ?? null, adapt: adapt ?? null }, member),
    // What is being drawn must not be replaced by what comes from elsewhere.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <div className="planner-page ey-stack">
      <Loaded state={loadStateOf(answer)}>
        {() => (answer.data ? <Ready {...props} opened={answer.data} /> : null)}
      </Loaded>
    </div>
  );
}
