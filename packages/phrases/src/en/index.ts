import { video } from './video.ts';
import { notification } from './notification.ts';
import { lease } from './lease.ts';
import { link } from './link.ts';
import { monitor } from './monitor.ts';
import { media } from './media.ts';
import { flight } from './flight.ts';
import { task } from './task.ts';
import { route } from './route.ts';
import { drone } from './drone.ts';
import { dock } from './dock.ts';
import { mapLayer } from './map-layer.ts';
import { command } from './command.ts';
import { commandState } from './command-state.ts';
import { forbidden } from './forbidden.ts';
import { gate } from './gate.ts';
import { permission } from './permission.ts';
import { person } from './person.ts';
import { register } from './register.ts';
import { role } from './role.ts';
import { shell } from './shell.ts';
import { state } from './state.ts';
import { statistics } from './statistics.ts';
import { unit } from './unit.ts';
import { department } from './department.ts';
import { member } from './member.ts';
import { session } from './session.ts';
import { organisation } from './organisation.ts';
import { appearance } from './appearance.ts';
import { dictionary } from './dictionary.ts';
import { detail } from './detail.ts';
import { deviceHealth } from './device-health.ts';
import { auditLog } from './audit-log.ts';
import { operation } from './operation.ts';
import { refusal } from './refusal.ts';
import { first } from './first.ts';

export const phrases = {
  ...video,
  ...notification,
  ...lease,
  ...link,
  ...monitor,
  ...media,
  ...flight,
  ...task,
  ...route,
  ...drone,
  ...dock,
  ...mapLayer,
  ...refusal,
  ...first,
  ...command,
  ...commandState,
  ...forbidden,
  ...gate,
  ...permission,
  ...person,
  ...register,
  ...role,
  ...shell,
  ...state,
  ...statistics,
  ...unit,
  ...operation,
  ...auditLog,
  ...detail,
  ...deviceHealth,
  ...dictionary,
  ...appearance,
  ...organisation,
  ...session,
  ...member,
  ...department,
};
