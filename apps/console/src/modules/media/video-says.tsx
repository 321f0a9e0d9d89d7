import { resultLimits, type VideoFacts } from '@eyrie/domain';
import { FactList } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures, type Figures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';

/** Names of codecs as people know them; others stand as the file has them. */
const codecNames: Readonly<Record<string, string>> = {
  avc: 'H.264',
  hevc: 'H.265',
  av1: 'AV1',
  vp9: 'VP9',
  vp8: 'VP8',
  aac: 'AAC',
};
/** The name of a codec as people know it. */
export const nameOf = (codec: string): string => codecNames[codec] ?? codec;

/** How long a video is and how its pictures are coded, in one line. */
export const useVideoBrief = () => {
  const text = useText();
  const figures = useFigures();
  return ({ duration, codec }: Pick<VideoFacts, 'duration' | 'codec'>): string =>
    text('media.video.brief', {
      duration: figures.duration(duration / 1_000),
      codec: codec === null ? text('media.unknown') : nameOf(codec),
    });
};

const codecText = ({ codec, codecText: whole }: VideoFacts, unknown: string): string => {
  if (codec === null) return whole ?? unknown;
  return whole === null ? nameOf(codec) : `${nameOf(codec)} (${whole})`;
};

const useKeyText = (figures: Figures) => {
  const text = useText();
  return ({ keyFrames, keyGap }: VideoFacts): string =>
    keyFrames === null || keyGap === null
      ? text('media.video.keyFramesMany', { max: figures.amount(resultLimits.videoKeyFrames) })
      : text('media.video.keyFramesOf', {
          count: figures.amount(keyFrames),
          gap: figures.amount(keyGap / 1_000, 's', 1),
        });
};

/** What a video says of itself, and what of that is not to be relied on. */
export function VideoSays({ facts }: { facts: VideoFacts }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const keyText = useKeyText(figures);
  const unknown = text('media.unknown');
  const { lng, lat, altitude, width, height, frameRate, sound, doubts } = facts;
  const place = lng === null || lat === null ? unknown : `${lat.toFixed(6)}, ${lng.toFixed(6)}`;
  const size = text('media.pixelsOf', { width: figures.amount(width), height: figures.amount(height) });
  const rate =
    frameRate === null
      ? unknown
      : text('media.video.frameRateOf', { rate: figures.amount(frameRate, undefined, 2) });
  return (
    <section aria-label={text('media.saidByVideo')}>
      <h3>{text('media.saidByVideo')}</h3>
      {doubts.length > 0 ? (
        <ul className="media-faults">
          {doubts.map((doubt) => (
            <li key={doubt}>{text(`media.videoDoubt.${doubt}`)}</li>
          ))}
        </ul>
      ) : null}
      <FactList
        className="list-facts"
        facts={[
          [text('media.video.duration'), figures.duration(facts.duration / 1_000)],
          [text('media.video.codec'), <bdi key="codec">{codecText(facts, unknown)}</bdi>],
          [text('media.pixels'), <bdi key="size">{size}</bdi>],
          [text('media.video.frameRate'), rate],
          [text('media.video.keyFrames'), keyText(facts)],
          [
            text('media.video.sound'),
            sound === null ? text('media.video.noSound') : <bdi key="sound">{nameOf(sound)}</bdi>,
          ],
          [text('media.video.startedAt'), <bdi key="time">{figures.time(facts.startedAt)}</bdi>],
          [text('media.video.startPlace'), <bdi key="place">{place}</bdi>],
          [text('media.video.startAltitude'), figures.height(altitude)],
        ]}
      />
    </section>
  );
}
