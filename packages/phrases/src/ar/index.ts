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
import { role } from './role.ts';
import { shell } from './shell.ts';
import { state } from './state.ts';
import { statistics } from './statistics.ts';
import { unit } from './unit.ts';
import { first } from './first.ts';

export const phrases = {
  ...media,
  ...flight,
  ...task,
  ...route,
  ...drone,
  ...dock,
  ...mapLayer,
  ...first,
  ...command,
  ...commandState,
  ...forbidden,
  ...gate,
  ...permission,
  ...person,
  ...role,
  ...shell,
  ...state,
  ...statistics,
  ...unit,
};
