import type { PlanHeightMode, RoutePlan } from '@eyrie/domain';
import type { MapHost } from '@eyrie/map';
import { groundOfGrid, type ConvertedPlan, type GridFrame } from '@eyrie/planner';
import { useEffect, useRef, useState } from 'react';
import type { GroundAt } from './camera-pose.ts';
import type { Asked, Computed } from './compute.ts';
import { holds, readGrid } from './ground-grid.ts';
import { useStanding } from './standing.ts';
import type { DeskAnswer, DeskQuestion } from './plan.worker.ts';

/** Milliseconds that drawing rests before the ground under it is fetched. */
const groundAfter = 400;
/** The same while the ground is not known: layers of the map come by themselves. */
const groundAgain = 5_000;

interface Desk {
  ask: (asked: Asked) => void;
  lay: (question: Extract<DeskQuestion, { kind: 'ground' | 'standing' }>) => void;
  convert: (plan: RoutePlan, mode: PlanHeightMode) => Promise<ConvertedPlan | null>;
  split: (plan: RoutePlan) => Promise<RoutePlan[] | null>;
  end: () => void;
}

/** One question is under way at a time; of those that come meanwhile only the last is asked. */
const openDesk = (onAnswer: (computed: Computed | null, of: RoutePlan) => void): Desk => {
  const worker = new Worker(new URL('plan.worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, (answer: DeskAnswer | null) => void>();
  let number = 0;
  let under: { number: number; plan: RoutePlan } | null = null;
  let next: Asked | null = null;
  const send = (question: DeskQuestion) => worker.postMessage(question);
  const ask = (asked: Asked): void => {
    if (under) {
      next = asked;
      return;
    }
    number += 1;
    under = { number, plan: asked.plan };
    send({ kind: 'plan', number, asked });
  };
  worker.addEventListener('message', ({ data }: MessageEvent<DeskAnswer>) => {
    const asker = waiting.get(data.number);
    if (asker) {
      waiting.delete(data.number);
      asker(data);
      return;
    }
    if (data.number !== under?.number) return;
    const { plan } = under;
    under = null;
    onAnswer(data.kind === 'plan' ? data.computed : null, plan);
    const following = next;
    next = null;
    if (following) ask(following);
  });
  /** A question beside the drawing; null: the desk was closed. */
  const aside = (question: (own: number) => DeskQuestion): Promise<DeskAnswer | null> =>
    new Promise((resolve) => {
      number += 1;
      waiting.set(number, resolve);
      send(question(number));
    });
  return {
    ask,
    lay: send,
    convert: async (plan, mode) => {
      const data = await aside((own) => ({ kind: 'convert', number: own, plan, mode }));
      return data?.kind === 'convert' ? data.converted : null;
    },
    split: async (plan) => {
      const data = await aside((own) => ({ kind: 'split', number: own, plan }));
      return data?.kind === 'split' ? data.flights : null;
    },
    end: () => {
      worker.terminate();
      for (const resolve of waiting.values()) resolve(null);
    },
  };
};

export interface ComputedPlan {
  /** Of the plan as it was a moment ago; null: not yet. */
  readonly computed: Computed | null;
  /** That plan. */
  readonly of: RoutePlan | null;
  /** The ground that is laid under it. */
  readonly groundAt: GroundAt;
  /** Something has changed since. */
  readonly stale: boolean;
  readonly failed: boolean;
  convert: Desk['convert'];
  split: Desk['split'];
}

const unknown: GroundAt = () => null;

/** What follows from a plan, computed beside the page. The ground is that of the map; what it does not know stays unknown. */
export const useComputed = (
  host: MapHost | null,
  plan: RoutePlan,
  /** What is around it, as far as it is known. */
  context: Omit<Asked, 'plan' | 'unreadLayers'>,
): ComputedPlan => {
  const desk = useRef<Desk | null>(null);
  const frame = useRef<GridFrame | null>(null);
  const [answer, setAnswer] = useState<{ computed: Computed | null; of: RoutePlan } | null>(null);
  const [laid, setLaid] = useState<{ groundAt: GroundAt }>({ groundAt: unknown });
  useEffect(() => {
    const opened = openDesk((computed, of) => setAnswer({ computed, of }));
    desk.current = opened;
    return () => {
      opened.end();
      desk.current = null;
    };
  }, []);
  const answered = useStanding(plan);
  useEffect(() => desk.current?.lay({ kind: 'standing', standing: answered?.standing ?? null }), [answered]);
  useEffect(
    () => desk.current?.ask({ plan, ...context, unreadLayers: answered?.unread ?? [] }),
    [plan, context, laid, answered],
  );
  useEffect(() => {
    if (!host || (frame.current && holds(frame.current, plan))) return undefined;
    let gone = false;
    let timer: ReturnType<typeof setTimeout>;
    const read = async (): Promise<void> => {
      const grid = await readGrid(host, plan);
      if (gone || !grid) return;
      if (grid.heights.every((height) => Number.isNaN(height))) {
        timer = setTimeout(() => void read(), groundAgain);
        return;
      }
      frame.current = grid;
      desk.current?.lay({ kind: 'ground', grid });
      setLaid({ groundAt: groundOfGrid(grid).height });
    };
    timer = setTimeout(() => void read(), groundAfter);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [host, plan]);
  return {
    computed: answer?.computed ?? null,
    of: answer?.of ?? null,
    groundAt: laid.groundAt,
    stale: answer?.of !== plan,
    failed: answer !== null && answer.computed === null,
    convert: (from, mode) => desk.current?.convert(from, mode) ?? Promise.resolve(null),
    split: (from) => desk.current?.split(from) ?? Promise.resolve(null),
  };
};
