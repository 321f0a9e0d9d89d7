import type { RoutePlan } from '@eyrie/domain';
import { record, redo, startHistory, undo, type PlanHistory } from '@eyrie/planner';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';
import { useSession } from '../../../platform/session.ts';
import { dropDraft, keepDraft } from './draft-store.ts';
import { firstTool, type EditorTool } from './editor-state.ts';
import {
  afterSave,
  isUnsaved,
  type EditorStart,
  type EditorWork,
  type Sent,
  type Stored,
} from './editor-work.ts';

/** What became of a draft: kept, lost as this browser keeps none, or of no use any more. */
export type Kept = 'kept' | 'lost' | 'ended';

/** Milliseconds that drawing rests before it is kept. */
const keepAfter = 300;

interface EditorState extends EditorWork {
  readonly start: EditorStart;
  /** Ids of handles. */
  readonly selected: ReadonlySet<string>;
  readonly tool: EditorTool;
  /** The edge that clicks go on drawing; null: the next click begins one. */
  readonly drawing: string | null;
}

/** One plan under change: its steps, what is selected, and which tool is in the hand. */
export interface Editor extends EditorState {
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
  /** What was sent is stored. */
  stored(sent: Sent, stored: Stored): void;
  /** Keeps it in this browser as it is at this moment. */
  keepDraft(): Promise<Kept>;
  /** Forgets what was kept of it in this browser. */
  dropDraft(): Promise<void>;
}

const begun = ({ plan, begin }: EditorStart): PlanHistory =>
  begin ? record(startHistory(plan), begin, { label: 'edit', gesture: null }) : startHistory(plan);

const firstState = (start: EditorStart): EditorState => {
  const { draft } = start;
  const history = draft?.history ?? begun(start);
  return {
    start,
    name: draft?.name ?? start.name,
    remark: draft?.remark ?? start.remark,
    history,
    selected: new Set(),
    tool: firstTool(history.plan),
    drawing: null,
  };
};

type Drafts = Pick<Editor, 'keepDraft' | 'dropDraft'>;
type Actions = Omit<Editor, keyof EditorState | 'plan' | 'unsaved' | 'live' | keyof Drafts>;

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
    stored: (sent, stored) => set((state) => afterSave(state, sent, stored)),
  };
};

/** Keeps what is unsaved a moment after it changed, and when the page goes. */
const useKeptDraft = (unsaved: boolean, store: StoreApi<EditorState>): Drafts => {
  const signedIn = useSession(({ user }) => user?.oid ?? '');
  // Whoever signs out while it is open leaves nothing of it to the device.
  const [owner, setOwner] = useState(signedIn);
  if (signedIn !== '' && owner !== signedIn) setOwner(signedIn);
  const member = signedIn || owner;
  /** On what the work stood whose draft was dropped. */
  const ended = useRef<EditorStart | null>(null);
  const { start, name, remark, history } = useStore(store);
  const keep = useCallback(async (): Promise<Kept> => {
    const { start: base, name: title, remark: note, history: steps } = store.getState();
    if (ended.current === base) return 'ended';
    const draft = { name: title, remark: note, history: steps, version: base.version, at: Date.now() };
    return (await keepDraft(member, base.draftKey, draft)) ? 'kept' : 'lost';
  }, [member, store]);
  useEffect(() => {
    if (!unsaved || ended.current === start) return undefined;
    const later = (): void => void keep();
    const timer = setTimeout(later, keepAfter);
    window.addEventListener('pagehide', later);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', later);
    };
  }, [unsaved, start, name, remark, history, keep]);
  const drop = useCallback((): Promise<void> => {
    const { start: base } = store.getState();
    ended.current = base;
    return dropDraft(member, base.draftKey);
  }, [member, store]);
  return useMemo(() => ({ keepDraft: keep, dropDraft: drop }), [keep, drop]);
};

/** The editor as it is at any moment: every property is read when it is asked for. */
const liveEditor = (store: StoreApi<EditorState>, actions: Actions & Drafts): Editor => {
  const live: Editor = {
    ...actions,
    get start() {
      return store.getState().start;
    },
    get live() {
      return live;
    },
    get plan() {
      return store.getState().history.plan;
    },
    get unsaved() {
      return isUnsaved(store.getState().start, store.getState());
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

export const useEditor = (first: EditorStart): Editor => {
  const [store] = useState(() => createStore<EditorState>(() => firstState(first)));
  const actions = useMemo(() => actionsOn(store), [store]);
  const state = useStore(store);
  const unsaved = useMemo(() => isUnsaved(state.start, state), [state]);
  const drafts = useKeptDraft(unsaved, store);
  const all = useMemo(() => ({ ...actions, ...drafts }), [actions, drafts]);
  const live = useMemo(() => liveEditor(store, all), [store, all]);
  return useMemo(
    () => ({ ...all, ...state, plan: state.history.plan, unsaved, live }),
    [all, state, unsaved, live],
  );
};
