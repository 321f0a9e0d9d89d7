import type { ReviewPicture } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import './picture-strip.css';

/** The pictures of a run, and which of them is shown. */
export interface ShownPictures {
  pictures: readonly ReviewPicture[];
  mediaOID: string | null;
}

/** The picture so many places behind the one that is shown, or before it. */
export const nearbyPicture = ({ pictures, mediaOID }: ShownPictures, step: number): string | null =>
  pictures[pictures.findIndex((one) => one.mediaOID === mediaOID) + step]?.mediaOID ?? null;

/** The pictures around the shown one. */
export function PictureStrip({
  view,
  onShow,
}: {
  view: ShownPictures;
  onShow: (mediaOID: string) => void;
}): ReactNode {
  const text = useText();
  const at = view.pictures.findIndex(({ mediaOID }) => mediaOID === view.mediaOID);
  const { length: count } = view.pictures;
  // Thousands of thumbnails would be read for nothing: those around the shown one are enough.
  const from = Math.max(at - 4, 0);
  return (
    <nav className="review-strip" aria-label={text('detection.pictureOf', { index: at + 1, count })}>
      {view.pictures
        .slice(from, at + 5)
        .map(({ mediaOID, name, url, audited, outcomes, large, reviewed }) => (
          <button
            key={mediaOID}
            type="button"
            aria-current={mediaOID === view.mediaOID}
            onClick={() => onShow(mediaOID)}
          >
            <img src={large ? `${url}?thumbnail=true` : url} alt="" loading="lazy" />
            <bdi>{name}</bdi>
            <span>{`${audited}/${outcomes}`}</span>
            {reviewed ? (
              <span role="img" aria-label={text('detection.reviewedByYou')}>
                ✓
              </span>
            ) : null}
          </button>
        ))}
    </nav>
  );
}
