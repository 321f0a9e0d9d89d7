import type { PlanSettings, WindOffer } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import type { PhraseId } from '@eyrie/phrases';
import { setSettings } from '@eyrie/planner';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { now, useNow } from '../../../platform/clock.ts';
import { useFigures, type Figures } from '../../../platform/figures.ts';
import { useText, type TextOf } from '../../../platform/text.tsx';
import { placesIn } from './drawn-places.ts';
import type { Editor } from './use-editor.ts';

type Answer = WindOffer | { readonly state: 'unreachable'; readonly reason: PhraseId };
/** Asks for the wind at a place; of a dock first. */
export type AskWind = (place: Place, dockOID: string | null) => Promise<Answer>;

/** An answer, when it came on this page's monotonic clock, and what of it was taken. */
interface Heard {
  readonly answer: Answer;
  readonly at: number;
  readonly taken: PlanSettings['wind'];
}

const sourceText = (
  text: TextOf,
  figures: Figures,
  { source, ageMs }: { source: { kind: 'dock' | 'outside'; name: string }; ageMs: number },
): string =>
  text(`planner.wind.${source.kind}`, { name: source.name, provider: source.name, age: figures.age(ageMs) });

/** What is said of an answer, `since` ms after it came. */
const heardText = (text: TextOf, figures: Figures, { answer, taken }: Heard, since: number): string => {
  switch (answer.state) {
    case 'known': {
      const source = sourceText(text, figures, { ...answer, ageMs: answer.ageMs + since });
      if (!taken) return text('planner.wind.noDirection', { source, speed: figures.speed(answer.speed) });
      const direction = {
        drone: text('planner.wind.byDrone'),
        outside: text('planner.wind.byOutside'),
        hand: text('planner.wind.byHand'),
      }[answer.fromOf ?? 'hand'];
      // The provider's own wind has its direction with it.
      const parts = answer.source.kind === 'outside' && answer.from !== null ? [source] : [source, direction];
      const old = answer.ageMs + since > answer.oldAfterMs ? [text('planner.wind.aged')] : [];
      return [...parts, ...old].join(' · ');
    }
    case 'old':
      return text('planner.wind.old', {
        source: sourceText(text, figures, { ...answer, ageMs: answer.ageMs + since }),
      });
    case 'failed':
      return text('planner.wind.failed', { reason: text(`weather.failure.${answer.failure}`) });
    case 'unreachable':
      return text('planner.wind.failed', { reason: text(answer.reason) });
    default:
      return text('planner.wind.none');
  }
};

/** The wind that can be taken of an answer; a direction that it does not have stays as it was typed. */
const takenOf = (answer: Answer, before: PlanSettings['wind']): PlanSettings['wind'] => {
  if (answer.state !== 'known') return null;
  const from = answer.from ?? before?.from ?? null;
  return from === null ? null : { speed: Math.round(answer.speed * 10) / 10, from: Math.round(from) % 360 };
};

/** Takes the wind of a plan from the weather, and says whose it is and how old. */
export function WindFromWeather({ editor, askWind }: { editor: Editor; askWind: AskWind }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const clock = useNow();
  const [asking, setAsking] = useState(false);
  const [heard, setHeard] = useState<Heard | 'noPlace' | null>(null);
  const { wind } = editor.plan.settings;
  const ask = async (): Promise<void> => {
    const { takeOff, dockOID } = editor.live.plan.settings;
    const place = takeOff ?? placesIn(editor.live)[0];
    if (!place) {
      setHeard('noPlace');
      return;
    }
    setAsking(true);
    const answer = await askWind(place, dockOID);
    const taken = takenOf(answer, editor.live.plan.settings.wind);
    if (taken) editor.edit((plan) => setSettings(plan, { wind: taken }));
    setHeard({ answer, at: now(), taken });
    setAsking(false);
  };
  // What was typed since has no source but the person.
  const typed =
    heard !== null &&
    heard !== 'noPlace' &&
    heard.taken !== null &&
    (wind?.speed !== heard.taken.speed || wind.from !== heard.taken.from);
  const said =
    heard === null || typed
      ? null
      : heard === 'noPlace'
        ? text('planner.wind.noPlace')
        : heardText(text, figures, heard, Math.max(0, clock - heard.at));
  return (
    <>
      <Button size="small" loading={asking} onClick={() => void ask()}>
        {text('planner.wind.ask')}
      </Button>
      <p className="planner-wind ey-muted" role="status">
        <bdi>{said}</bdi>
      </p>
    </>
  );
}
