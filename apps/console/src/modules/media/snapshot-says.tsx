import type { SnapshotFacts } from '@eyrie/domain';
import { FactList } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';

/** From which frame of which live picture a photo was made, and how far its place can be relied on. */
export function SnapshotSays({ facts }: { facts: SnapshotFacts }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const seconds = (ms: number): string => figures.amount(ms / 1_000, 's', 1);
  const { videoId, age, placeAge, frameHash } = facts;
  return (
    <section aria-label={text('media.live')}>
      <h3>{text('media.live')}</h3>
      <FactList
        className="list-facts"
        facts={[
          [text('media.live.picture'), <bdi key="picture">{videoId}</bdi>],
          [text('media.live.age'), seconds(age)],
          [text('media.live.placeAge'), placeAge === null ? text('media.live.noPlace') : seconds(placeAge)],
          [text('media.live.hash'), <bdi key="hash">{frameHash}</bdi>],
        ]}
      />
    </section>
  );
}
