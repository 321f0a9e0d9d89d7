import type { MediaItem } from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { sizeText } from '../../platform/size-text.ts';
import { useText } from '../../platform/text.tsx';
import { useSidecars } from './media.queries.ts';

/** The files of positioning of the flight of a photo, each to be downloaded; nothing where there are none. */
export function Sidecars({ media }: { media: MediaItem }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const found = useSidecars(media);
  if (!found.isError && (found.data ?? []).length === 0) return null;
  return (
    <section aria-label={text('media.sidecars')}>
      <h3>{text('media.sidecars')}</h3>
      <Loaded state={loadStateOf(found)}>
        {() => (
          <ul className="ey-list">
            {found.data?.map(({ oid, name, url, size }) => (
              <li key={oid}>
                <a href={url} download={name}>
                  <bdi>{name}</bdi>
                </a>{' '}
                {sizeText(size, figures, text)}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}
