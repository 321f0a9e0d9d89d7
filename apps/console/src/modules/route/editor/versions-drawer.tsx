import { routeCalls, type RoutePlan, type RouteVersion } from '@eyrie/domain';
import { Drawer, Loaded, loadStateOf, useConfirm } from '@eyrie/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Pagination } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../../platform/allowed.tsx';
import { useFigures } from '../../../platform/figures.ts';
import { call } from '../../../platform/http.ts';
import { useText } from '../../../platform/text.tsx';
import { showToast } from '../../../platform/toasts.ts';
import { readPlan } from './use-save.ts';
import { useChangeWords } from './version-words.ts';
import './versions-drawer.css';

const pageSize = 20;

interface VersionsProps {
  open: boolean;
  oid: string;
  version: number | null;
  /** The version that is shown beside the plan; null: none. */
  compared: number | null;
  onCompare: (shown: { number: number; plan: RoutePlan } | null) => void;
  onRestored: () => void;
  onClose: () => void;
}

function Version({
  one,
  current,
  props,
}: {
  one: RouteVersion;
  current: boolean;
  props: VersionsProps;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const words = useChangeWords();
  const confirm = useConfirm();
  const client = useQueryClient();
  const { oid, version, compared, onCompare, onRestored } = props;
  const { number } = one;
  const restore = useMutation({
    mutationFn: () =>
      call(routeCalls.versionRestore, { oid, number, ...(version === null ? {} : { version }) }),
    onSuccess: async () => {
      showToast('success', text('planner.versions.restored', { number }));
      await client.invalidateQueries({ queryKey: ['route'] });
      onRestored();
    },
  });
  const ask = async (): Promise<void> => {
    const title = text('planner.versions.restoreAsk', { number });
    if (await confirm({ title, verb: text('planner.versions.restore') })) restore.mutate();
  };
  const show = async (): Promise<void> => {
    if (compared === number) onCompare(null);
    else onCompare({ number, plan: (await readPlan(oid, number)).plan });
  };
  return (
    <li className="planner-version ey-stack ey-gap-4">
      <strong>{text(current ? 'planner.versions.current' : 'planner.versions.number', { number })}</strong>
      <span className="ey-muted">
        <bdi>{one.createdBy}</bdi> · <bdi>{figures.time(one.createdAt)}</bdi>
      </span>
      <ul>
        {one.summary.map((change) => (
          <li key={JSON.stringify(change)}>{words(change)}</li>
        ))}
      </ul>
      <span className="ey-muted">
        {text('planner.summary.points')} {figures.amount(one.waypointCount)} · {figures.length(one.length)} ·{' '}
        {text('route.duration')} <bdi dir="ltr">{figures.duration(one.duration)}</bdi>
      </span>
      {current ? null : (
        <div className="ey-row ey-flow ey-gap-6">
          <Button
            size="small"
            aria-pressed={compared === number}
            onClick={() => void show().catch(() => undefined)}
          >
            {text(compared === number ? 'planner.versions.hide' : 'planner.versions.show')}
          </Button>
          <Allowed call={routeCalls.versionRestore}>
            <Button size="small" loading={restore.isPending} onClick={() => void ask()}>
              {text('planner.versions.restore')}
            </Button>
          </Allowed>
        </div>
      )}
    </li>
  );
}

/** Every saved version: who, when, and what it changed; shown beside the plan, or saved again. */
export function VersionsDrawer(props: VersionsProps): ReactNode {
  const { open, oid, onClose } = props;
  const text = useText();
  const [page, setPage] = useState(1);
  const answer = useQuery({
    queryKey: ['route', 'versions', oid, page],
    enabled: open,
    queryFn: ({ signal }) =>
      call(routeCalls.versions, { oid, pageNum: page, pageSize }, { signal, toast: false }),
  });
  return (
    <Drawer open={open} title={text('planner.versions')} width={420} onClose={onClose}>
      <Loaded state={loadStateOf(answer)}>
        {() => (
          <>
            <ol className="planner-versions ey-stack ey-gap-12">
              {(answer.data?.list ?? []).map((one, at) => (
                <Version key={one.number} one={one} current={page === 1 && at === 0} props={props} />
              ))}
            </ol>
            {answer.data?.list.length === 0 ? <p>{text('planner.versions.none')}</p> : null}
            <Pagination
              size="small"
              hideOnSinglePage
              current={page}
              pageSize={pageSize}
              total={answer.data?.total ?? 0}
              onChange={setPage}
            />
          </>
        )}
      </Loaded>
    </Drawer>
  );
}
