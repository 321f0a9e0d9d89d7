import { routeTemplateCalls, type RoutePlan } from '@eyrie/domain';
import { firstPlace } from '@eyrie/planner';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Checkbox, Form, Input } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { FormDialog } from '../../../platform/form-dialog.tsx';
import { call } from '../../../platform/http.ts';
import { useText } from '../../../platform/text.tsx';
import { showToast } from '../../../platform/toasts.ts';

/** Keeps the plan as it is drawn now as a template of the organisation. */
export function SaveTemplate({
  plan,
  suggested,
  onClose,
}: {
  plan: RoutePlan;
  /** A name to begin with. */
  suggested: string;
  onClose: () => void;
}): ReactNode {
  const text = useText();
  const id = useId();
  const client = useQueryClient();
  const [name, setName] = useState(suggested);
  const [placed, setPlaced] = useState(false);
  const empty = firstPlace(plan) === null;
  const save = useMutation({
    mutationFn: () => call(routeTemplateCalls.add, { name: name.trim(), placed: placed && !empty, plan }),
    onSuccess: async () => {
      showToast('success', text('routeTemplate.saved', { name: name.trim() }));
      await client.invalidateQueries({ queryKey: ['routeTemplate'] });
      onClose();
    },
  });
  return (
    <FormDialog
      title={text('routeTemplate.save')}
      onClose={onClose}
      unsaved={name !== suggested}
      ready={name.trim() !== '' && [...name.trim()].length <= 64}
      busy={save.isPending}
      onSubmit={() => save.mutate()}
    >
      <p>{text('routeTemplate.saveHint')}</p>
      <Form.Item label={text('field.name')} htmlFor={id} required>
        <Input
          id={id}
          value={name}
          count={{ show: true, max: 64 }}
          onChange={({ target }) => setName(target.value)}
        />
      </Form.Item>
      <Checkbox checked={placed} disabled={empty} onChange={({ target }) => setPlaced(target.checked)}>
        {text('routeTemplate.keepPlaces')}
      </Checkbox>
    </FormDialog>
  );
}
