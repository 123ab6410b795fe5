// The entry under its old name, for systemd units that were printed when it was this one.
// oxlint-disable-next-line import/no-unassigned-import -- a program is started by loading it
import './main.mjs';
