import type { RecordingFacts, SnapshotFacts } from '@eyrie/domain';
import { FactList } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';

/** From which frame of which live picture a photo was made, and how far its place can be relied on. */
export function SnapshotSays({ facts }: { facts: SnapshotFacts }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const seconds = (ms: number): string => figures.amount(ms / 1_000, 's', 1);
  const { videoId, age, placeAge, frameHash, byModel } = facts;
  return (
    <section aria-label={text('media.live')}>
      <h3>{text('media.live')}</h3>
      <FactList
        className="list-facts"
        facts={[
          [text('media.live.picture'), <bdi key="picture">{videoId}</bdi>],
          ...(byModel ? [[text('media.live.by'), text('media.live.byModel')] as const] : []),
          [text('media.live.age'), seconds(age)],
          [text('media.live.placeAge'), placeAge === null ? text('media.live.noPlace') : seconds(placeAge)],
          [text('media.live.hash'), <bdi key="hash">{frameHash}</bdi>],
        ]}
      />
    </section>
  );
}

/** Of which live picture a video is, why its recording was over, and when nothing of it came. */
export function RecordingSays({ facts }: { facts: RecordingFacts }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { videoId, end, gaps, moreGaps, part, parts } = facts;
  return (
    <section aria-label={text('media.live')}>
      <h3>{text('media.live')}</h3>
      <FactList
        className="list-facts"
        facts={[
          [text('media.live.picture'), <bdi key="picture">{videoId}</bdi>],
          [text('media.live.end'), text(`video.recording.end.${end}`)],
          ...(parts > 1
            ? [[text('media.live.part'), text('media.live.partOf', { part, parts })] as const]
            : []),
          [
            text('media.live.gaps'),
            gaps.length === 0 ? (
              text('media.live.noGaps')
            ) : (
              <ul key="gaps" className="media-faults">
                {gaps.map(({ from, to }) => (
                  <li key={from}>
                    <bdi>
                      {figures.time(from)} – {figures.time(to)}
                    </bdi>
                  </li>
                ))}
                {moreGaps ? <li>{text('media.live.moreGaps')}</li> : null}
              </ul>
            ),
          ],
        ]}
      />
    </section>
  );
}
