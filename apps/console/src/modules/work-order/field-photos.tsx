import { limits } from '@eyrie/domain';
import { Icon } from '@eyrie/ui';
import { Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { pictureForField } from './field-picture.ts';
import type { FieldPhoto, FieldQueue, FieldStage } from './field-queue.ts';

const most = limits.workOrder.fieldPhotos;

function Photo(props: {
  photo: FieldPhoto;
  words: { stage: string; index: number };
  queue: FieldQueue;
  onRemove: () => void;
}): ReactNode {
  const { photo, words, queue, onRemove } = props;
  const text = useText();
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    void queue.picture(photo.id).then((found) => wanted && setPicture(found));
    return () => {
      wanted = false;
    };
  }, [queue, photo.id]);
  return (
    <li>
      {picture === null ? null : <img src={picture} alt={text('workOrder.field.photoShown', words)} />}
      <Button
        size="small"
        aria-label={text('workOrder.field.removePhoto', words)}
        icon={<Icon name="close" size={16} />}
        onClick={onRemove}
      />
    </li>
  );
}

/** Photos of one kind, taken with the camera of the phone. */
export function FieldPhotos(props: {
  stage: FieldStage;
  photos: readonly FieldPhoto[];
  queue: FieldQueue;
  onAdd: (photo: Omit<FieldPhoto, 'id' | 'mediaOID'>, picture: string) => void;
  onRemove: (id: string) => void;
}): ReactNode {
  const { stage, photos, queue, onAdd, onRemove } = props;
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const name = text(stage === 'before' ? 'workOrder.before' : 'workOrder.after');
  const label = text(stage === 'before' ? 'workOrder.field.photoBefore' : 'workOrder.field.photoAfter');
  const take = async (file: File): Promise<void> => {
    setBusy(true);
    try {
      const { picture, ending } = await pictureForField(file);
      onAdd({ stage, name: `${stage}.${ending}` }, picture);
    } catch {
      showToast('error', text('refusal.fileFormat'));
    } finally {
      setBusy(false);
    }
  };
  const full = photos.length >= most;
  return (
    <div className="field-photos">
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void take(file);
        }}
      />
      <Button
        block
        size="large"
        loading={busy}
        disabled={full}
        icon={<Icon name="plus" size={20} />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      {full ? <p className="ey-muted">{text('workOrder.field.full', { max: most })}</p> : null}
      {photos.length === 0 ? null : (
        <ul aria-label={name}>
          {photos.map((photo, at) => (
            <Photo
              key={photo.id}
              words={{ stage: name, index: at + 1 }}
              onRemove={() => onRemove(photo.id)}
              {...{ photo, queue }}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
