import type { PhotoFacts } from '@eyrie/domain';
import { FactList } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures, type Figures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';

const two = (value: number): string => String(value).padStart(2, '0');
/** Minutes ahead of UTC as zones are written. */
const offsetText = (minutes: number | null): string => {
  if (minutes === null) return '';
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
};

const anglesText = ({ yaw, pitch, roll }: PhotoFacts['gimbal'], figures: Figures): string =>
  [yaw, pitch, roll]
    .map((angle) => (angle === null ? '–' : `${figures.amount(angle, undefined, 1)}°`))
    .join(' / ');

/** What a photo says of itself, and what of that is not to be relied on. */
export function PhotoSays({ facts }: { facts: PhotoFacts }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const unknown = text('media.unknown');
  const { heights, lens, fix, focalLength: focal, zoneSource, localTime, lng, lat, heading } = facts;
  const camera = [facts.make, facts.model].filter((part) => part !== null).join(' ');
  const place = lng === null || lat === null ? unknown : `${lat.toFixed(7)}, ${lng.toFixed(7)}`;
  const zone = zoneSource
    ? text(`media.zone.${zoneSource}`, { zone: offsetText(facts.zoneMinutes) })
    : text('media.zone.none');
  return (
    <section aria-label={text('media.saidByFile')}>
      <h3>{text('media.saidByFile')}</h3>
      {facts.faults.length > 0 ? (
        <ul className="media-faults">
          {facts.faults.map((fault) => (
            <li key={fault}>{text(`media.photoFault.${fault}`)}</li>
          ))}
        </ul>
      ) : null}
      <FactList
        className="list-facts"
        facts={[
          [text('media.time'), <bdi key="time">{figures.time(facts.takenAt)}</bdi>],
          [text('media.localTime'), <bdi key="local">{localTime?.replace('T', ' ') ?? unknown}</bdi>],
          [text('media.zone'), zone],
          [text('media.camera'), <bdi key="camera">{camera || unknown}</bdi>],
          [text('media.lens'), lens ? text(`media.lens.${lens}`) : unknown],
          [
            text('media.focal'),
            focal === null ? unknown : text('media.focalOf', { focal: figures.amount(focal, undefined, 1) }),
          ],
          [text('media.place'), <bdi key="place">{place}</bdi>],
          [text('media.fix'), fix ? text(`media.fix.${fix}`) : unknown],
          [text('media.ellipsoid'), figures.height(heights.ellipsoid)],
          [text('media.altitude'), figures.height(heights.altitude)],
          [text('media.height'), figures.height(heights.relative)],
          [text('media.heading'), heading === null ? unknown : `${figures.amount(heading, undefined, 1)}°`],
          [text('media.gimbalAngles'), <bdi key="gimbal">{anglesText(facts.gimbal, figures)}</bdi>],
          [text('media.aircraftAngles'), <bdi key="aircraft">{anglesText(facts.aircraft, figures)}</bdi>],
        ]}
      />
    </section>
  );
}
