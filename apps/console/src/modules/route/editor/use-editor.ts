import type { RoutePlan } from '@eyrie/domain';
import { record, redo, startHistory, undo, type PlanHistory } from '@eyrie/planner';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';
import { useSession } from '../../../platform/session.ts';
import { draftRoute, dropDraft, keepDraft, type RouteDraft } from './draft-store.ts';
import { firstTool, type EditorTool } from './editor-state.ts';

/** What an editor is opened with. */
export interface EditorStart {
  /** Oid of the route; null: a new one. */
  readonly oid: string | null;
  readonly name: string;
  readonly remark: string;
  readonly version: number | null;
  readonly plan: RoutePlan;
  /** What was left unsaved, taken up again. */
  readonly draft: RouteDraft | null;
}

/** Milliseconds that drawing rests before it is kept. */
const keepAfter = 300;

interface EditorState {
  readonly name: string;
  readonly remark: string;
  readonly history: PlanHistory;
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
  /** Forgets what was kept of it in this browser. */
  dropDraft(): Promise<void>;
}

/** With all steps taken back it is as it was, unless the oldest steps were forgotten. */
const isUnsaved = (start: EditorStart, { history, name, remark }: EditorState): boolean =>
  name !== start.name ||
  remark !== start.remark ||
  (history.plan !== start.plan &&
    (history.done > 0 || JSON.stringify(history.plan) !== JSON.stringify(start.plan)));

const firstState = (start: EditorStart): EditorState => {
  const history = start.draft?.history ?? startHistory(start.plan);
  return {
    name: start.draft?.name ?? start.name,
    remark: start.draft?.remark ?? start.remark,
    history,
    selected: new Set(),
    tool: firstTool(history.plan),
    drawing: null,
  };
};

type Actions = Omit<Editor, keyof EditorState | 'start' | 'plan' | 'unsaved' | 'live' | 'dropDraft'>;

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

const useKeptDraft = (start: EditorStart, unsaved: boolean, draft: Omit<RouteDraft, 'at'>) => {
  const member = useSession(({ user }) => user?.oid ?? '');
  const route = draftRoute(start.oid, start.plan.type);
  const ended = useRef(false);
  const { name, remark, history, version } = draft;
  useEffect(() => {
    if (!unsaved || ended.current) return undefined;
    const keep = (): void => {
      if (!ended.current) void keepDraft(member, route, { name, remark, history, version, at: Date.now() });
    };
    const timer = setTimeout(keep, keepAfter);
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [member, route, unsaved, name, remark, history, version]);
  return useCallback((): Promise<void> => {
    ended.current = true;
    return dropDraft(member, route);
  }, [member, route]);
};

/** The editor as it is at any moment: every property is read when it is asked for. */
const liveEditor = (
  start: EditorStart,
  store: StoreApi<EditorState>,
  actions: Actions,
  drop: () => Promise<void>,
): Editor => {
  const live: Editor = {
    ...actions,
    start,
    dropDraft: drop,
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
  const { name, remark, history } = state;
  const dropping = useKeptDraft(start, unsaved, { name, remark, history, version: start.version });
  const live = useMemo(() => liveEditor(start, store, actions, dropping), [start, store, actions, dropping]);
  return useMemo(
    () => ({
      ...actions,
      ...state,
      start,
      plan: state.history.plan,
      unsaved,
      live,
      dropDraft: dropping,
    }),
    [actions, state, start, unsaved, live, dropping],
  );
};
