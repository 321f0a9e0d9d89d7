import { robotCalls, type ResponseOf, type RobotRecord } from '@eyrie/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { DockAccess } from '../../modules/dock/index.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { call } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';

/** Address, user and password with which a robot signs in; a new password ends the former one. */
export function RobotSignIn({ robot }: { robot: RobotRecord }): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const [access, setAccess] = useState<ResponseOf<typeof robotCalls.signIn> | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(robotCalls.signIn, { oid: robot.oid }),
    onSuccess: setAccess,
    onSettled: () => client.invalidateQueries({ queryKey: ['robot'] }),
  });
  return (
    <Allowed call={robotCalls.signIn}>
      <section aria-label={text('robot.signIn')}>
        <h3>{text('robot.signIn')}</h3>
        <p className="list-hint">{text('robot.signInHint')}</p>
        <Button
          size="small"
          loading={isPending}
          disabled={robot.standing !== 'inService'}
          onClick={() => mutate()}
        >
          {text('robot.signInNew')}
        </Button>
        {access ? <DockAccess access={access} /> : null}
      </section>
    </Allowed>
  );
}
