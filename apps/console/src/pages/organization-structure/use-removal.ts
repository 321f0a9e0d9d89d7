import type { DepartmentRecord } from '@eyrie/domain';
import { useState } from 'react';
import { refusedRemoval, useDepartmentRemove, type RefusedRemoval } from '../../modules/department/index.ts';
import { useConfirmDeletion } from '../../platform/deletion.ts';
import { showFailure } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';

/** Deletes a department after asking; what is in the way is named. */
export const useRemoval = (onRemoved: (gone: DepartmentRecord) => void) => {
  const text = useText();
  const confirmDeletion = useConfirmDeletion();
  const remove = useDepartmentRemove();
  const [refused, setRefused] = useState<RefusedRemoval | null>(null);
  const ask = async (department: DepartmentRecord): Promise<void> => {
    if (!(await confirmDeletion(text('department.deleteTitle', { name: department.name })))) return;
    try {
      await remove.mutateAsync(department.oid);
      showToast('success', text('department.deleted'));
      onRemoved(department);
    } catch (error) {
      const found = refusedRemoval(department, error);
      if (found) setRefused(found);
      else showFailure(error);
    }
  };
  return { ask, refused, close: () => setRefused(null) };
};
