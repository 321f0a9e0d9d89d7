import { commandCalls, speakerCalls, type SoundRecord } from '@eyrie/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useDeletion } from '../../platform/deletion.tsx';
import { useFigures } from '../../platform/figures.ts';
import { IconButton } from '../../platform/icon-button.tsx';
import { download } from '../../platform/http.ts';
import { OrderButton } from '../../platform/order-button.tsx';
import { sizeText } from '../../platform/size-text.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { word } from './speaker.queries.ts';
import { RenameDialog } from './rename-dialog.tsx';

/** Plays it on this computer: what the loudspeaker would get, or the words in a voice of the browser. */
const usePreview = ({ oid, text: words }: SoundRecord) => {
  const text = useText();
  const playing = useRef<HTMLAudioElement | null>(null);
  const end = (): void => {
    const { current } = playing;
    playing.current = null;
    current?.pause();
    if (current) URL.revokeObjectURL(current.src);
  };
  useEffect(() => end, []);
  const failed = (): void => showToast('error', text('speaker.noPreview'));
  return useMutation({
    mutationFn: async () => {
      if (words !== null) {
        if (!('speechSynthesis' in globalThis)) return failed();
        speechSynthesis.cancel();
        return speechSynthesis.speak(new SpeechSynthesisUtterance(words));
      }
      const file = await download(speakerCalls.preview, { oid });
      end();
      const audio = new Audio(URL.createObjectURL(file));
      playing.current = audio;
      audio.addEventListener('ended', end);
      return audio.play().catch(failed);
    },
  });
};

/** One sound of the library, and what can be done with it. */
export function SoundRow({
  sound,
  why,
  onPlay,
}: {
  sound: SoundRecord;
  /** Why no loudspeaker can play it now; null: one can. */
  why: string | null;
  onPlay: () => void;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const client = useQueryClient();
  const { oid, name, kind, seconds, size, createdBy, createdAt } = sound;
  const [renaming, setRenaming] = useState(false);
  const preview = usePreview(sound);
  const removal = useDeletion(speakerCalls.remove, {
    request: (oids) => ({ oids: [...oids] }),
    onAnswer: () => client.invalidateQueries({ queryKey: [word, 'list'] }),
  });
  return (
    <li>
      <div className="ey-row ey-flow ey-gap-4">
        <bdi>{name}</bdi>
        <span className="speaker-actions ey-row ey-flow ey-gap-4">
          <Allowed call={commandCalls.speakerPlay}>
            <OrderButton size="small" why={why} onOrder={onPlay}>
              <span className="ey-hidden">{text('speaker.play', { name })}</span>
              <span aria-hidden="true">{text('speaker.step.play')}</span>
            </OrderButton>
          </Allowed>
          <IconButton
            icon="play"
            label={text('speaker.preview', { name })}
            busy={preview.isPending}
            onClick={() => preview.mutate()}
          />
          <Allowed call={speakerCalls.edit}>
            <IconButton
              icon="edit"
              label={text('speaker.rename', { name })}
              busy={false}
              onClick={() => setRenaming(true)}
            />
          </Allowed>
          <Allowed call={speakerCalls.remove}>
            <IconButton
              icon="trash"
              label={text('speaker.delete', { name })}
              busy={removal.busy}
              danger
              onClick={() =>
                void removal.remove([oid], {
                  title: text('list.deleteTitle', { name }),
                  content: text('speaker.deleteHint'),
                  done: text('speaker.deleted'),
                })
              }
            />
          </Allowed>
        </span>
      </div>
      <p className="list-hint">
        {kind === 'speech' ? (
          <bdi>{sound.text}</bdi>
        ) : (
          <>
            <bdi>{figures.amount(seconds, text('unit.second'))}</bdi> ·{' '}
            <bdi>{sizeText(size, figures, text)}</bdi>
          </>
        )}{' '}
        · {text('list.byAt', { by: createdBy ?? '', time: figures.time(createdAt) })}
      </p>
      {renaming ? <RenameDialog sound={sound} onClose={() => setRenaming(false)} /> : null}
    </li>
  );
}
