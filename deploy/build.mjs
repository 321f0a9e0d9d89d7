/** Installs the packages of the lock file and builds the console: what an instance needs before systemd starts it. */
import { buildConsole, findNode, installPackages } from '../scripts/prepare.mjs';

await installPackages();
await buildConsole(findNode());
