import { departmentCalls, type DepartmentRecord } from '@eyrie/domain';
import { useState } from 'react';
import { refusedRemoval, useTreeRenewal, type RefusedRemoval } from '../../modules/department/index.ts';
import { useDeletion } from '../../platform/deletion.tsx';
import { useText } from '../../platform/text.tsx';

/** Deletes a department after asking; what is in the way is named. */
export const useRemoval = (onRemoved: (gone: DepartmentRecord) => void) => {
  const text = useText();
  const renew = useTreeRenewal();
  const [refused, setRefused] = useState<RefusedRemoval | null>(null);
  const { remove } = useDeletion(departmentCalls.remove, {
    request: ([oid = '']) => ({ oid }),
    onAnswer: renew,
  });
  const ask = (department: DepartmentRecord): Promise<void> =>
    remove([department.oid], {
      title: text('department.deleteTitle', { name: department.name }),
      done: text('department.deleted'),
      onDeleted: () => onRemoved(department),
      onHeld: (error) => {
        const found = refusedRemoval(department, error);
        if (found) setRefused(found);
        return found !== null;
      },
    });
  return { ask, refused, close: () => setRefused(null) };
};
