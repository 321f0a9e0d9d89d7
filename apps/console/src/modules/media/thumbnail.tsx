import type { MediaRecord } from '@eyrie/domain';
import { Icon } from '@eyrie/ui';
import { useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';

/** Why a photo has no small picture, or a video was not read, in words; null: it was. */
export const useReadingText = () => {
  const text = useText();
  return ({
    kind,
    reading,
    readingFault,
  }: Pick<MediaRecord, 'kind' | 'reading' | 'readingFault'>): string | null => {
    if (reading === 'waiting')
      return text(kind === 'video' ? 'media.reading.videoWaiting' : 'media.reading.waiting');
    return reading === 'failed' && readingFault ? text(`media.fault.${readingFault}`) : null;
  };
};

/** A file small: its picture, or what kind it is and why there is no picture of it. */
export function Thumbnail({ media }: { media: MediaRecord }): ReactNode {
  const why = useReadingText()(media);
  const [gone, setGone] = useState(false);
  if (media.thumbnailUrl !== null && !gone)
    return (
      <img src={media.thumbnailUrl} alt="" loading="lazy" decoding="async" onError={() => setGone(true)} />
    );
  const icon = media.kind === 'video' ? 'video' : media.kind === 'photo' ? 'full' : 'download';
  return (
    <span className="media-unseen ey-grid ey-gap-4">
      <Icon name={icon} size={28} />
      {why === null ? null : <span title={why}>{why}</span>}
    </span>
  );
}
