import { routeCalls, type RouteDetail } from '@eyrie/domain';
import { Drawer, Loaded, loadStateOf } from '@eyrie/ui';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { isBlocked } from './import-rules.ts';
import { RoutePreview } from './route-preview.tsx';
import type { RouteActions } from './route-table.tsx';
import { useRoute } from './route.queries.ts';

function Footer({ route, on }: { route: RouteDetail; on: Omit<RouteActions, 'onOpen'> }): ReactNode {
  const text = useText();
  const { onFly } = on;
  const blockedWhy = isBlocked(route) ? text('flight.unfit.routeBlocked') : null;
  return (
    <div className="route-drawer-foot">
      {onFly ? (
        <Tooltip title={blockedWhy}>
          <Button
            type={blockedWhy === null ? 'primary' : 'default'}
            aria-disabled={blockedWhy !== null}
            aria-label={blockedWhy === null ? undefined : `${text('route.fly')}: ${blockedWhy}`}
            onClick={() => {
              if (blockedWhy === null) onFly(route);
            }}
          >
            {text('route.fly')}
          </Button>
        </Tooltip>
      ) : null}
      <Button onClick={() => on.onDownload(route)}>{text('route.download')}</Button>
      <Allowed call={routeCalls.edit} record={route}>
        <Button onClick={() => on.onRename(route)}>{text('route.rename')}</Button>
      </Allowed>
      <Allowed call={routeCalls.remove} record={route}>
        <Button danger onClick={() => on.onRemove(route)}>
          {text('app.delete')}
        </Button>
      </Allowed>
    </div>
  );
}

export interface RouteDrawerProps extends Omit<RouteActions, 'onOpen'> {
  oid: string | null;
  onClose: () => void;
}

/** The record of a route beside the list. */
export function RouteDrawer({ oid, onClose, ...on }: RouteDrawerProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const answer = useRoute(oid);
  const { data: route } = answer;
  return (
    <Drawer
      open={oid !== null}
      width={760}
      title={<bdi>{route?.name ?? text('route.details')}</bdi>}
      onClose={onClose}
      footer={route ? <Footer route={route} on={on} /> : null}
    >
      <Loaded state={loadStateOf(answer)}>
        {() =>
          route ? (
            <>
              <p className="route-drawer-about">
                <bdi>{route.groupName}</bdi>
                <bdi>{route.createdBy}</bdi>
                <bdi>{figures.time(route.createdAt)}</bdi>
                {route.remark ? <bdi>{route.remark}</bdi> : null}
              </p>
              <RoutePreview key={route.oid} route={route} />
            </>
          ) : null
        }
      </Loaded>
    </Drawer>
  );
}
