import type { SharedMedia } from '@eyrie/domain';
import { Icon } from '@eyrie/ui';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { sizeText } from '../../platform/size-text.ts';
import { useText } from '../../platform/text.tsx';
import { useKeptAddress, useSharedMedia } from './shared-media.ts';

const icons = { photo: 'full', video: 'video', other: 'download' } as const;

/** Two files may have one name: their places tell them apart. */
const useNamed = () => {
  const text = useText();
  const figures = useFigures();
  return ({ id, name }: SharedMedia): string =>
    text('mapShare.view.fileOf', { place: figures.amount(id + 1), name });
};

function SmallPicture({ file }: { file: SharedMedia }): ReactNode {
  const { url, renew } = useKeptAddress(file.thumbnailUrl);
  const [failed, setFailed] = useState(false);
  if (url === null || failed)
    return (
      <span className="share-file-unseen">
        <Icon name={icons[file.kind]} size={28} />
      </span>
    );
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => {
        if (!renew()) setFailed(true);
      }}
    />
  );
}

function Film({ file }: { file: SharedMedia }): ReactNode {
  const text = useText();
  const { url, renew } = useKeptAddress(file.url);
  const [fault, setFault] = useState<'format' | 'network' | null>(null);
  /** Seconds: where it goes on with another address. */
  const at = useRef(0);
  if (fault !== null) return <p role="alert">{text(`media.videoFault.${fault}`)}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- aircraft record no speech
    <video
      src={url ?? undefined}
      controls
      preload="metadata"
      title={file.name}
      onTimeUpdate={({ currentTarget }) => (at.current = currentTarget.currentTime)}
      onLoadedMetadata={({ currentTarget }) => {
        // Sound alone is played of what a browser cannot decode.
        if (currentTarget.videoWidth === 0) setFault('format');
        else if (at.current > 0) currentTarget.currentTime = at.current;
      }}
      onError={({ currentTarget }) => {
        const code = currentTarget.error?.code;
        // An address that ended and a film that cannot be decoded look alike: another address helps the first alone.
        if (code === MediaError.MEDIA_ERR_DECODE || !renew())
          setFault(code === MediaError.MEDIA_ERR_NETWORK ? 'network' : 'format');
      }}
    />
  );
}

function Photo({ file }: { file: SharedMedia }): ReactNode {
  const text = useText();
  const { url, renew } = useKeptAddress(file.url ?? file.thumbnailUrl);
  const [failed, setFailed] = useState(false);
  if (url === null) return <p>{text('mapShare.view.noPreview')}</p>;
  if (failed) return <p role="alert">{text('mapShare.view.fileFailed')}</p>;
  return (
    <img
      src={url}
      alt={file.name}
      onError={() => {
        if (!renew()) setFailed(true);
      }}
    />
  );
}

/** The file itself where it is shared and a browser shows it, else its small picture. */
function Picture({ file }: { file: SharedMedia }): ReactNode {
  const text = useText();
  if (file.url !== null && file.shown)
    return file.kind === 'video' ? <Film file={file} /> : <Photo file={file} />;
  if (file.thumbnailUrl !== null) return <Photo file={{ ...file, url: null }} />;
  return <p>{text(file.url === null ? 'mapShare.view.noPreview' : 'media.notShown')}</p>;
}

/** One file large. Without the dialogs of the product, which belong to those who are signed in. */
function OpenFile({ file, onClose }: { file: SharedMedia; onClose: () => void }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const title = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  return (
    <dialog ref={dialog} className="share-file-open ey-panel" aria-labelledby={title} onClose={onClose}>
      <h2 id={title}>
        <bdi>{file.name}</bdi>
      </h2>
      <p className="share-file-facts ey-flow">
        {file.shotAt === null ? null : <bdi>{figures.time(file.shotAt)}</bdi>}
        <bdi>{sizeText(file.size, figures, text)}</bdi>
      </p>
      <Picture file={file} />
      <footer>
        {file.url === null ? (
          <span>{text('mapShare.view.previewOnly')}</span>
        ) : (
          <a href={file.url} download={file.name}>
            {text('media.download')}
          </a>
        )}
        {/* By itself, as by Escape: the focus returns to where it came from. */}
        <button type="button" onClick={() => dialog.current?.close()}>
          {text('app.close')}
        </button>
      </footer>
    </dialog>
  );
}

/** Photos, videos and other files of a share, beneath its map; nothing where it has none. */
export function SharedFiles({ ticket, onGone }: { ticket: string; onGone: () => void }): ReactNode {
  const text = useText();
  const named = useNamed();
  const { list, lost } = useSharedMedia(ticket, onGone);
  const [open, setOpen] = useState<number | null>(null);
  if (list === null)
    return lost ? (
      <p className="share-files share-lost" role="alert">
        {text('mapShare.view.filesFailed')}
      </p>
    ) : null;
  const opened = list.find(({ id }) => id === open);
  if (list.length === 0) return null;
  return (
    <section className="share-files" aria-label={text('mapShare.view.files')}>
      <h2>{text('mapShare.view.filesOf', { count: list.length })}</h2>
      {lost ? (
        <p className="share-lost" role="alert">
          {text('mapShare.view.filesFailed')}
        </p>
      ) : null}
      <ul>
        {list.map((file) => (
          <li key={file.id}>
            <button type="button" aria-label={named(file)} onClick={() => setOpen(file.id)}>
              <SmallPicture file={file} />
              <bdi>{file.name}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {opened ? <OpenFile key={opened.id} file={opened} onClose={() => setOpen(null)} /> : null}
    </section>
  );
}
