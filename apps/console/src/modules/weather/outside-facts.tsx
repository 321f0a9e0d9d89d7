import { weatherCalls } from '@eyrie/domain';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { now, useNow } from '../../platform/clock.ts';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { failureOf } from './wind-state.ts';

const renewEvery = 60_000;

/** The weather by the outside provider at a place, with its age; nothing where none is set, and a failure is said. */
export function OutsideFacts({ place }: { place: { lng: number; lat: number } }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const at = { lng: place.lng.toFixed(1), lat: place.lat.toFixed(1) };
  const ticks = useNow();
  const { data: answer, error } = useQuery({
    queryKey: ['weather', 'city', at],
    queryFn: async ({ signal }) => ({
      ...(await call(weatherCalls.city, at, { signal, toast: false })),
      receivedAt: now(),
    }),
    refetchInterval: renewEvery,
  });
  if (error) {
    const age = figures.age(answer ? Math.max(0, ticks - answer.receivedAt) : null);
    return (
      <p className="weather-failed" role="status">
        {text('weather.unknown', { reason: text(failureOf(error)), age })}
      </p>
    );
  }
  if (!answer || answer.outside.state === 'off') return null;
  const { reading, failure, ageMs, provider } = answer.outside;
  const rows = [
    ['field.wind', figures.speed(reading?.wind ?? null)],
    ['weather.windFrom', figures.amount(reading?.windFrom ?? null, text('unit.degree'), 0)],
    ['weather.rain', figures.amount(reading?.rain ?? null, 'mm')],
    ['weather.temperature', figures.amount(reading?.temperature ?? null, text('unit.celsius'))],
    ['weather.humidity', figures.amount(reading?.humidity ?? null, '%', 0)],
  ] as const;
  return (
    <section aria-label={text('weather.title')}>
      <h3>
        {text('weather.outside', { provider: provider ?? '' })}{' '}
        {ageMs === null ? null : <span>{figures.age(ageMs)}</span>}
      </h3>
      {failure ? <p role="status">{text(`weather.failure.${failure}`)}</p> : null}
      {reading ? (
        <dl className="dock-facts">
          {rows.flatMap(([label, value]) => [
            <dt key={label}>{text(label)}</dt>,
            <dd key={`${label} value`}>{value}</dd>,
          ])}
        </dl>
      ) : null}
    </section>
  );
}
