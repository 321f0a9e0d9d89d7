import { routeCalls } from '@eyrie/domain';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { reasonOf } from '../../platform/failures.ts';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useRoutesChanged, type ReadTable } from './route.queries.ts';
import { TableFaults } from './table-faults.tsx';

interface TableImportProps {
  file: File;
  name: string;
  remark: string;
  /** Fields for both. */
  fields: ReactNode;
  onStored: (route: ReadTable) => void;
}

/** A filled-in table of points: read without storing it, all that is wrong is said at once, then it is stored as a route. */
export function TableImport({ file, name, remark, fields, onStored }: TableImportProps): ReactNode {
  const text = useText();
  const changed = useRoutesChanged();
  const read = useMutation({
    mutationFn: (swap: boolean) =>
      call(
        routeCalls.uploadExcel,
        { file, preview: 'true', swap: swap ? 'true' : 'false' },
        { toast: false },
      ),
  });
  const store = useMutation({
    mutationFn: () =>
      call(
        routeCalls.uploadExcel,
        {
          file,
          preview: 'false',
          swap: read.variables ? 'true' : 'false',
          ...(name.trim() ? { name: name.trim() } : {}),
          ...(remark.trim() ? { remark: remark.trim() } : {}),
        },
        { toast: false },
      ),
    onSuccess: async (route) => {
      await changed();
      showToast('success', text('route.stored', { name: route.name ?? '' }));
      onStored(route);
    },
  });
  const { mutate } = read;
  useEffect(() => mutate(false), [mutate]);
  const failed = read.error ?? store.error;
  const refusal = failed ? reasonOf(failed) : null;
  const { data } = read;
  return (
    <>
      {refusal ? (
        <p className="route-import-refused" role="alert">
          <strong>{text('route.refused', { file: file.name })}</strong>
          {'text' in refusal ? refusal.text : text(refusal.id, refusal.values)}
        </p>
      ) : null}
      {data?.swapped ? (
        <p role="alert">
          {text('planner.import.swapped')}{' '}
          <Button size="small" loading={read.isPending} onClick={() => mutate(true)}>
            {text('planner.import.swap')}
          </Button>
        </p>
      ) : null}
      {data && data.faults > 0 ? <TableFaults file={data} /> : null}
      {data?.plan ? (
        <>
          <p>{text('planner.import.good', { count: data.plan.points.length })}</p>
          {fields}
          <div className="route-import-foot">
            <Button type="primary" loading={store.isPending} onClick={() => store.mutate()}>
              {text('route.store')}
            </Button>
          </div>
        </>
      ) : null}
    </>
  );
}
