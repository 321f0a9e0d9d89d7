import type { DepartmentRecord, MovePreview } from '@eyrie/domain';
import { Alert, Form } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { FormDialog } from '../../platform/form-dialog.tsx';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { DepartmentSelect } from './department-select.tsx';
import { useDepartmentMove, useMovePreview } from './department.queries.ts';

function People({ title, people }: { title: string; people: MovePreview['gain'] }): ReactNode {
  const text = useText();
  return (
    <section className="department-people">
      <h3>{title}</h3>
      {people.count === 0 ? <p>{text('department.nobody')}</p> : null}
      <ul>
        {people.list.map((person) => (
          <li key={person.oid}>
            <bdi>{person.name}</bdi>{' '}
            <small>
              (<bdi>{person.groupName}</bdi>)
            </small>
          </li>
        ))}
      </ul>
      {people.count > people.list.length ? (
        <p>{text('department.andMore', { count: people.count - people.list.length })}</p>
      ) : null}
    </section>
  );
}

function Effect({ preview }: { preview: MovePreview }): ReactNode {
  const text = useText();
  const { departments, members, docks, gain, lose, rolesLost } = preview;
  return (
    <>
      <p>{text('department.moveMass', { departments, members, docks })}</p>
      {rolesLost > 0 ? (
        <Alert type="warning" showIcon title={text('department.rolesLost', { count: rolesLost })} />
      ) : null}
      <div className="department-effect ey-grid ey-gap-16">
        <People title={text('department.gain', { count: gain.count })} people={gain} />
        <People title={text('department.lose', { count: lose.count })} people={lose} />
      </div>
    </>
  );
}

export interface DepartmentMoveProps {
  department: DepartmentRecord;
  /** Where it was dropped; null: still to be chosen. */
  target: string | null;
  onClose: () => void;
  onDone: () => void;
}

/** What can be said before the effect is known: that no place is chosen, that it is there already, or to wait. */
const waitingFor = (unchanged: boolean, parentOID: string | null) => {
  if (parentOID === null) return 'chooseTarget';
  return unchanged ? 'alreadyThere' : 'previewBusy';
};

/** Moves a department after showing who will see it and who will not. */
export function DepartmentMove({ department, target, onClose, onDone }: DepartmentMoveProps): ReactNode {
  const text = useText();
  const id = useId();
  const [parentOID, setParentOID] = useState(target);
  const preview = useMovePreview(department.oid, parentOID);
  const move = useDepartmentMove();
  const unchanged = parentOID === department.parentOID;
  const ready = preview.data !== undefined && !preview.isFetching && !unchanged;
  const waiting = text(`department.${waitingFor(unchanged, parentOID)}`);
  const go = (): void => {
    if (parentOID === null) return;
    const callbacks = {
      onSuccess: () => {
        showToast('success', text('department.moved', { name: department.name }));
        onDone();
      },
    };
    move.mutate({ oid: department.oid, parentOID }, callbacks);
  };
  return (
    <FormDialog
      title={text('department.moveTitle', { name: department.name })}
      onClose={onClose}
      verb={text('department.moveDo')}
      ready={ready}
      why={preview.error?.message ?? waiting}
      busy={move.isPending}
      onSubmit={go}
    >
      <Form.Item label={text('department.moveTo')} htmlFor={`${id}to`} required>
        <DepartmentSelect
          id={`${id}to`}
          value={parentOID}
          valueName={preview.data?.to.name ?? ''}
          except={department.oid}
          onChange={setParentOID}
        />
      </Form.Item>
      <div role="status">
        {unchanged || parentOID === null || preview.isFetching ? <p>{waiting}</p> : null}
        {preview.error ? <Alert type="error" showIcon title={preview.error.message} /> : null}
        {preview.data && !preview.isFetching ? <Effect preview={preview.data} /> : null}
      </div>
    </FormDialog>
  );
}
