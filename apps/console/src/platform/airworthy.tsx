import type { Airworthiness, UnfitReason } from '@eyrie/domain';
import { StateSymbol, type DeviceState } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useText } from './text.tsx';
import './airworthy.css';

const looks: Readonly<Record<Airworthiness, DeviceState>> = {
  fit: 'live',
  warned: 'attention',
  grounded: 'alarm',
  unheard: 'offline',
};

/** Something that stands against a device: in words, and as the reason that has a remedy. */
export interface Said {
  reason: UnfitReason;
  words: string;
}

/**
 * What is said of a device before a flight, never green while nobody hears it.
 * @param heardNow false: it is as it was heard last @param soon maintenance is near
 * @param remedies below each reason what to do about it
 */
export function AirworthyState({
  airworthiness,
  said,
  heardNow = true,
  soon = false,
  remedies = false,
}: {
  airworthiness: Airworthiness;
  said: readonly Said[];
  heardNow?: boolean;
  soon?: boolean;
  remedies?: boolean;
}): ReactNode {
  const text = useText();
  const old = airworthiness === 'fit' && !heardNow;
  const word = text(old ? 'device.airworthiness.lastHeard' : `device.airworthiness.${airworthiness}`);
  const state = old ? 'offline' : soon && airworthiness === 'fit' ? 'attention' : looks[airworthiness];
  const all =
    said.length === 0
      ? word
      : text('device.airworthiness.because', {
          word,
          reasons: said.map(({ words }) => words).join(text('monitor.listComma')),
        });
  if (!remedies)
    return (
      <span className="airworthy-word" title={all}>
        <StateSymbol state={state} word={all} />
      </span>
    );
  return (
    <>
      <StateSymbol state={state} word={word} />
      <ul className="airworthy-against ey-grid ey-gap-8">
        {said.map(({ reason, words }) => (
          <li key={words}>
            <bdi>{words}</bdi>
            <span className="list-hint">{text(`device.remedy.${reason}`)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
