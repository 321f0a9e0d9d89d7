import { speakerCalls, limits } from '@eyrie/domain';
import { Button, Form, Input, Progress } from 'antd';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { FormDialog } from '../../platform/form-dialog.tsx';
import { call } from '../../platform/http.ts';
import { OrderButton } from '../../platform/order-button.tsx';
import { serverMoment } from '../../platform/server-time.ts';
import { now } from '../../platform/clock.ts';
import { sizeText } from '../../platform/size-text.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useSoundUpload, word, type SoundUpload } from './speaker.queries.ts';
import { mayRecord, useRecorder } from './recorder.ts';
import { toWav } from './to-wav.ts';

const { bytes, nameMax, seconds: longest, textMax } = limits.speaker;

/** Words that the loudspeaker says itself. */
function SpeechDialog({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [spoken, setSpoken] = useState('');
  const add = useMutation({
    mutationFn: () => call(speakerCalls.addSpeech, { name: name.trim(), text: spoken.trim() }),
    onSuccess: (saved) => {
      showToast('success', text('speaker.added', { name: saved.name }));
      void client.invalidateQueries({ queryKey: [word, 'list'] });
      onClose();
    },
  });
  return (
    <FormDialog
      title={text('speaker.write')}
      onClose={onClose}
      unsaved={name !== '' || spoken !== ''}
      ready={
        name.trim() !== '' &&
        spoken.trim() !== '' &&
        name.trim().length <= nameMax &&
        spoken.trim().length <= textMax
      }
      busy={add.isPending}
      onSubmit={() => add.mutate()}
    >
      <Form.Item label={text('field.name')} htmlFor="speaker-name" required>
        <Input
          id="speaker-name"
          value={name}
          count={{ show: true, max: nameMax }}
          onChange={({ target }) => setName(target.value)}
        />
      </Form.Item>
      <Form.Item
        label={text('speaker.text')}
        htmlFor="speaker-text"
        required
        help={text('speaker.textHint', { max: textMax })}
      >
        <Input.TextArea
          id="speaker-text"
          value={spoken}
          count={{ show: true, max: textMax }}
          rows={3}
          onChange={({ target }) => setSpoken(target.value)}
        />
      </Form.Item>
    </FormDialog>
  );
}

const bareName = (name: string): string =>
  (name.replace(/\.[a-z0-9]{2,5}$/iu, '').trim() || name).slice(0, nameMax);
const isM4a = ({ name, type }: File): boolean =>
  /\.(?:m4a|mp4|aac)$/iu.test(name) || /^audio\/(?:mp4|x-m4a|aac)$/u.test(type);

/** How far a sound is on its way, and what is against it. */
function Sending({ upload: { fraction, fault, cancel } }: { upload: SoundUpload }): ReactNode {
  const text = useText();
  return (
    <>
      {fraction === null ? null : (
        <div className="ey-row ey-flow ey-gap-4">
          <Progress
            percent={Math.round(fraction * 100)}
            format={(percent) => (percent === 100 ? text('speaker.converting') : `${percent ?? 0}%`)}
            aria-label={text('speaker.sending')}
          />
          <Button size="small" onClick={cancel}>
            {text('app.cancel')}
          </Button>
        </div>
      )}
      {fault === null ? null : (
        <p className="speaker-failed" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}

/** A button that records, and then ends the recording. */
function Recording({
  onRecorded,
  onFault,
}: {
  onRecorded: (file: File) => void;
  onFault: () => void;
}): ReactNode {
  const text = useText();
  const recorder = useRecorder(onRecorded, onFault);
  return recorder.seconds === null ? (
    <OrderButton
      size="small"
      why={mayRecord() ? null : text('speaker.insecure')}
      onOrder={() => void recorder.begin()}
    >
      {text('speaker.record')}
    </OrderButton>
  ) : (
    <Button size="small" danger onClick={recorder.end}>
      {text('speaker.recordStop', { seconds: recorder.seconds })}
    </Button>
  );
}

/** Ways to a new sound: a file, the microphone, a text. */
export function SoundSources(): ReactNode {
  const text = useText();
  const figures = useFigures();
  const input = useRef<HTMLInputElement>(null);
  const upload = useSoundUpload();
  const [writing, setWriting] = useState(false);
  const send = async (file: File, name: string): Promise<void> => {
    if (await upload.send(file, name)) showToast('success', text('speaker.added', { name }));
  };
  const choose = async (file: File): Promise<void> => {
    const name = bareName(file.name);
    if (!isM4a(file)) return send(file, name);
    // Nothing that may be shipped with the server decodes it; most browsers do.
    const wav = await toWav(file).catch(() => null);
    if (!wav) return upload.say(text('speaker.m4aHere'));
    return send(new File([wav], `${name}.wav`), name);
  };
  const recorded = (file: File): void =>
    void send(file, text('speaker.recorded', { time: figures.time(serverMoment(now())) }));
  return (
    <Allowed call={speakerCalls.add}>
      <div className="ey-row ey-flow ey-gap-4">
        <Button size="small" disabled={upload.fraction !== null} onClick={() => input.current?.click()}>
          {text('speaker.upload')}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".wav,.mp3,.ogg,.opus,.m4a,audio/*"
          hidden
          aria-label={text('speaker.upload')}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // The same file may be chosen again after it was corrected.
            target.value = '';
            if (file) void choose(file);
          }}
        />
        <Recording onRecorded={recorded} onFault={() => upload.say(text('speaker.noMicrophone'))} />
        <Button size="small" onClick={() => setWriting(true)}>
          {text('speaker.write')}
        </Button>
      </div>
      <p className="list-hint">
        {text('speaker.uploadHint', { size: sizeText(bytes, figures, text), seconds: longest })}
      </p>
      <Sending upload={upload} />
      {writing ? <SpeechDialog onClose={() => setWriting(false)} /> : null}
    </Allowed>
  );
}
