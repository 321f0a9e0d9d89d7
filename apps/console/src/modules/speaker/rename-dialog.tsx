import { speakerCalls, limits, type SoundRecord } from '@eyrie/domain';
import { Form, Input } from 'antd';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormDialog } from '../../platform/form-dialog.tsx';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { word } from './speaker.queries.ts';

export function RenameDialog({
  sound: { oid, name, version },
  onClose,
}: {
  sound: SoundRecord;
  onClose: () => void;
}): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const [typed, setTyped] = useState(name);
  const edit = useMutation({
    mutationFn: () => call(speakerCalls.edit, { oid, version, name: typed.trim() }),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: [word, 'list'] }),
  });
  return (
    <FormDialog
      title={text('speaker.rename', { name })}
      onClose={onClose}
      unsaved={typed !== name}
      ready={typed.trim() !== '' && typed.trim() !== name && typed.trim().length <= limits.speaker.nameMax}
      busy={edit.isPending}
      onSubmit={() => edit.mutate()}
    >
      <Form.Item label={text('field.name')} htmlFor="speaker-renamed" required>
        <Input
          id="speaker-renamed"
          value={typed}
          count={{ show: true, max: limits.speaker.nameMax }}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Form.Item>
    </FormDialog>
  );
}
