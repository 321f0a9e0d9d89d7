import type { RoutePlan } from '@eyrie/domain';
import { record, redo, startHistory, undo, type PlanHistory } from '@eyrie/planner';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../../../platform/session.ts';
import { dropDraft, keepDraft, type RouteDraft } from './draft-store.ts';
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

const none: ReadonlySet<string> = new Set();

/** One plan under change: its steps, what is selected, and which tool is in the hand. */
export interface Editor {
  readonly start: EditorStart;
  readonly name: string;
  readonly remark: string;
  readonly plan: RoutePlan;
  readonly history: PlanHistory;
  /** Something is not saved. */
  readonly unsaved: boolean;
  /** Ids of handles. */
  readonly selected: ReadonlySet<string>;
  readonly tool: EditorTool;
  /** The edge that clicks go on drawing; null: the next click begins one. */
  readonly drawing: string | null;
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

const useKeptDraft = (
  start: EditorStart,
  unsaved: boolean,
  draft: Omit<RouteDraft, 'at'>,
): (() => Promise<void>) => {
  const member = useSession(({ user }) => user?.oid ?? '');
  const route = start.oid ?? 'new';
  const ended = useRef(false);
  const { name, remark, history, version } = draft;
  useEffect(() => {
    if (!unsaved || ended.current) return undefined;
    const keep = (): void =>
      void (ended.current
        ? null
        : keepDraft(member, route, { name, remark, history, version, at: Date.now() }));
    const timer = setTimeout(keep, keepAfter);
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [member, route, unsaved, name, remark, history, version]);
  return () => {
    ended.current = true;
    return dropDraft(member, route);
  };
};

export const useEditor = (start: EditorStart): Editor => {
  const [history, setHistory] = useState(() => start.draft?.history ?? startHistory(start.plan));
  const [name, setName] = useState(start.draft?.name ?? start.name);
  const [remark, setRemark] = useState(start.draft?.remark ?? start.remark);
  const [selected, setSelected] = useState(none);
  const [tool, setTool] = useState<EditorTool>(() => firstTool(history.plan));
  const [drawing, setDrawing] = useState<string | null>(null);
  // With all steps taken back it is as it was, unless the oldest steps were forgotten.
  const changed = useMemo(
    () =>
      history.plan !== start.plan &&
      (history.done > 0 || JSON.stringify(history.plan) !== JSON.stringify(start.plan)),
    [history, start],
  );
  const unsaved = changed || name !== start.name || remark !== start.remark;
  const drop = useKeptDraft(start, unsaved, { name, remark, history, version: start.version });
  return useMemo(
    () => ({
      start,
      name,
      remark,
      plan: history.plan,
      history,
      unsaved,
      selected,
      tool,
      drawing,
      setName,
      setRemark,
      edit: (change, gesture) =>
        setHistory((before) => {
          const next = typeof change === 'function' ? change(before.plan) : change;
          return record(before, next, { label: gesture ?? 'edit', gesture: gesture ?? null });
        }),
      undo: () => setHistory(undo),
      redo: () => setHistory(redo),
      select: setSelected,
      setTool: (next) => {
        setTool(next);
        setDrawing(null);
      },
      setDrawing,
      dropDraft: drop,
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- dropping reads nothing that changes
    [start, name, remark, history, unsaved, selected, tool, drawing],
  );
};
