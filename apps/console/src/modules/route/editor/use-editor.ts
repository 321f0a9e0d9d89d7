import type { RoutePlan } from '@eyrie/domain';
import { record, redo, startHistory, undo, type PlanHistory } from '@eyrie/planner';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';
import { useSession } from '../../../platform/session.ts';
import { dropDraft, keepDraft, type RouteDraft } from './draft-store.ts';
import { firstTool, type EditorTool } from './editor-state.ts';
import type { EditorWork } from './saved-steps.ts';

/** What an editor is opened with. */
export interface EditorStart {
  /** Oid of the route; null: a new one. */
  readonly oid: string | null;
  readonly name: string;
  readonly remark: string;
  readonly version: number | null;
  readonly plan: RoutePlan;
  /** A new route begins with it, as its first step; null: with nothing drawn. */
  readonly begin: RoutePlan | null;
  /** Under which drafts of it are kept. */
  readonly draftKey: string;
  /** The work that led to what is stored, where it was saved in this window. */
  readonly work: EditorWork | null;
  /** What was left unsaved, taken up again. */
  readonly draft: RouteDraft | null;
}

/** What became of a draft: kept, lost as this browser keeps none, or of no use any more. */
export type Kept = 'kept' | 'lost' | 'ended';

/** Milliseconds that drawing rests before it is kept. */
const keepAfter = 300;

interface EditorState extends EditorWork {
  /** Ids of handles. */
  readonly selected: ReadonlySet<string>;
  readonly tool: EditorTool;
  /** The edge that clicks go on drawing; null: the next click begins one. */
  readonly drawing: string | null;
}

/** One plan under change: its steps, what is selected, and which tool is in the hand. */
export interface Editor extends EditorState {
  readonly start: EditorStart;
  readonly plan: RoutePlan;
  /** Something is not saved. */
  readonly unsaved: boolean;
  /** The same as it is at this moment: gestures come faster than pages are drawn. */
  readonly live: Editor;
  setName(name: string): void;
  setRemark(remark: string): void;
  /** One step; the same plan is none. Steps of one gesture that follow one another are one. */
  edit(change: RoutePlan | ((plan: RoutePlan) => RoutePlan), gesture?: string): void;
  undo(): void;
  redo(): void;
  select(handles: ReadonlySet<string>): void;
  setTool(tool: EditorTool): void;
  setDrawing(ring: string | null): void;
  /** Keeps it in this browser as it is at this moment. */
  keepDraft(): Promise<Kept>;
  /** Forgets what was kept of it in this browser. */
  dropDraft(): Promise<void>;
}

/** With all steps taken back it is as it was, unless the oldest steps were forgotten. */
const isUnsaved = (start: EditorStart, { history, name, remark }: EditorState): boolean =>
  name !== start.name ||
  remark !== start.remark ||
  (history.plan !== start.plan &&
    (history.done > 0 || JSON.stringify(history.plan) !== JSON.stringify(start.plan)));

const begun = ({ plan, begin }: EditorStart): PlanHistory =>
  begin ? record(startHistory(plan), begin, { label: 'edit', gesture: null }) : startHistory(plan);

const firstState = (start: EditorStart): EditorState => {
  const begin = start.draft ?? start.work;
  const history = begin?.history ?? begun(start);
  return {
    name: begin?.name ?? start.name,
    remark: begin?.remark ?? start.remark,
    history,
    selected: new Set(),
    tool: firstTool(history.plan),
    drawing: null,
  };
};

type Drafts = Pick<Editor, 'keepDraft' | 'dropDraft'>;
type Actions = Omit<Editor, keyof EditorState | 'start' | 'plan' | 'unsaved' | 'live' | keyof Drafts>;

const actionsOn = (store: StoreApi<EditorState>): Actions => {
  const set = store.setState;
  return {
    setName: (name) => set({ name }),
    setRemark: (remark) => set({ remark }),
    edit: (change, gesture) =>
      set(({ history }) => {
        const next = typeof change === 'function' ? change(history.plan) : change;
        const step = { label: gesture ?? 'edit', gesture: gesture ?? null };
        return { history: record(history, next, step) };
      }),
    undo: () => set(({ history }) => ({ history: undo(history) })),
    redo: () => set(({ history }) => ({ history: redo(history) })),
    select: (selected) => set({ selected }),
    setTool: (tool) => set({ tool, drawing: null }),
    setDrawing: (drawing) => set({ drawing }),
  };
};

/** Keeps what is unsaved a moment after it changed, and when the page goes. */
const useKeptDraft = (start: EditorStart, unsaved: boolean, store: StoreApi<EditorState>): Drafts => {
  const signedIn = useSession(({ user }) => user?.oid ?? '');
  // Whoever signs out while it is open leaves nothing of it to the device.
  const [owner, setOwner] = useState(signedIn);
  if (signedIn !== '' && owner !== signedIn) setOwner(signedIn);
  const member = signedIn || owner;
  const { draftKey, version } = start;
  const ended = useRef(false);
  const { name, remark, history } = useStore(store);
  const keep = useCallback(async (): Promise<Kept> => {
    if (ended.current) return 'ended';
    const { name: title, remark: note, history: steps } = store.getState();
    const draft = { name: title, remark: note, history: steps, version, at: Date.now() };
    return (await keepDraft(member, draftKey, draft)) ? 'kept' : 'lost';
  }, [member, draftKey, version, store]);
  useEffect(() => {
    if (!unsaved || ended.current) return undefined;
    const later = (): void => void keep();
    const timer = setTimeout(later, keepAfter);
    window.addEventListener('pagehide', later);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', later);
    };
  }, [unsaved, name, remark, history, keep]);
  const drop = useCallback((): Promise<void> => {
    ended.current = true;
    return dropDraft(member, draftKey);
  }, [member, draftKey]);
  return useMemo(() => ({ keepDraft: keep, dropDraft: drop }), [keep, drop]);
};

/** The editor as it is at any moment: every property is read when it is asked for. */
const liveEditor = (start: EditorStart, store: StoreApi<EditorState>, actions: Actions & Drafts): Editor => {
  const live: Editor = {
    ...actions,
    start,
    get live() {
      return live;
    },
    get plan() {
      return store.getState().history.plan;
    },
    get unsaved() {
      return isUnsaved(start, store.getState());
    },
    get name() {
      return store.getState().name;
    },
    get remark() {
      return store.getState().remark;
    },
    get history() {
      return store.getState().history;
    },
    get selected() {
      return store.getState().selected;
    },
    get tool() {
      return store.getState().tool;
    },
    get drawing() {
      return store.getState().drawing;
    },
  };
  return live;
};

export const useEditor = (start: EditorStart): Editor => {
  const [store] = useState(() => createStore<EditorState>(() => firstState(start)));
  const actions = useMemo(() => actionsOn(store), [store]);
  const state = useStore(store);
  const unsaved = useMemo(() => isUnsaved(start, state), [start, state]);
  const drafts = useKeptDraft(start, unsaved, store);
  const all = useMemo(() => ({ ...actions, ...drafts }), [actions, drafts]);
  const live = useMemo(() => liveEditor(start, store, all), [start, store, all]);
  return useMemo(
    () => ({ ...all, ...state, start, plan: state.history.plan, unsaved, live }),
    [all, state, start, unsaved, live],
  );
};
