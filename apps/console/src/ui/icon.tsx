// The icons of the console, single SVGs of bootstrap-icons drawn in the text's colour. Not: the glyphs of device states.
import arrowClockwise from 'bootstrap-icons/icons/arrow-clockwise.svg?raw';
import broadcastPin from 'bootstrap-icons/icons/broadcast-pin.svg?raw';
import cameraVideo from 'bootstrap-icons/icons/camera-video.svg?raw';
import camera from 'bootstrap-icons/icons/camera.svg?raw';
import check from 'bootstrap-icons/icons/check-lg.svg?raw';
import chevronDown from 'bootstrap-icons/icons/chevron-down.svg?raw';
import chevronRight from 'bootstrap-icons/icons/chevron-right.svg?raw';
import copy from 'bootstrap-icons/icons/copy.svg?raw';
import crosshair from 'bootstrap-icons/icons/crosshair.svg?raw';
import dash from 'bootstrap-icons/icons/dash-lg.svg?raw';
import chevronLeft from 'bootstrap-icons/icons/chevron-left.svg?raw';
import circles from 'bootstrap-icons/icons/record-circle.svg?raw';
import fit from 'bootstrap-icons/icons/bounding-box.svg?raw';
import question from 'bootstrap-icons/icons/question-lg.svg?raw';
import layers from 'bootstrap-icons/icons/layers.svg?raw';
import eyeSlash from 'bootstrap-icons/icons/eye-slash.svg?raw';
import floppy from 'bootstrap-icons/icons/floppy.svg?raw';
import pencil from 'bootstrap-icons/icons/pencil.svg?raw';
import undoIcon from 'bootstrap-icons/icons/arrow-counterclockwise.svg?raw';
import exclamation from 'bootstrap-icons/icons/exclamation-triangle.svg?raw';
import graphUp from 'bootstrap-icons/icons/graph-up.svg?raw';
import fullscreen from 'bootstrap-icons/icons/fullscreen.svg?raw';
import gear from 'bootstrap-icons/icons/gear.svg?raw';
import heartFill from 'bootstrap-icons/icons/heart-fill.svg?raw';
import infoCircle from 'bootstrap-icons/icons/info-circle.svg?raw';
import listIcon from 'bootstrap-icons/icons/list.svg?raw';
import map from 'bootstrap-icons/icons/map.svg?raw';
import person from 'bootstrap-icons/icons/person-circle.svg?raw';
import plugin from 'bootstrap-icons/icons/plug.svg?raw';
import plus from 'bootstrap-icons/icons/plus-lg.svg?raw';
import search from 'bootstrap-icons/icons/search.svg?raw';
import table from 'bootstrap-icons/icons/table.svg?raw';
import trash from 'bootstrap-icons/icons/trash3.svg?raw';
import volumeMute from 'bootstrap-icons/icons/volume-mute.svg?raw';
import volumeUp from 'bootstrap-icons/icons/volume-up.svg?raw';
import wifiOff from 'bootstrap-icons/icons/wifi-off.svg?raw';
import hddStack from 'bootstrap-icons/icons/hdd-stack.svg?raw';
import hdd from 'bootstrap-icons/icons/device-hdd.svg?raw';
import bell from 'bootstrap-icons/icons/bell.svg?raw';
import bellSlash from 'bootstrap-icons/icons/bell-slash.svg?raw';
import calendar from 'bootstrap-icons/icons/calendar3.svg?raw';
import ringing from 'bootstrap-icons/icons/telephone-inbound.svg?raw';
import x from 'bootstrap-icons/icons/x-lg.svg?raw';
import treeIcon from 'bootstrap-icons/icons/diagram-3.svg?raw';
import trackIcon from 'bootstrap-icons/icons/signpost-split.svg?raw';
import playbackIcon from 'bootstrap-icons/icons/play-btn.svg?raw';
import otherIcon from 'bootstrap-icons/icons/three-dots.svg?raw';
import stopwatchIcon from 'bootstrap-icons/icons/stopwatch.svg?raw';
import groupIcon from 'bootstrap-icons/icons/collection.svg?raw';
import externalIcon from 'bootstrap-icons/icons/box-arrow-up-right.svg?raw';
import micIcon from 'bootstrap-icons/icons/mic.svg?raw';
import micMuteIcon from 'bootstrap-icons/icons/mic-mute.svg?raw';
import hangUpIcon from 'bootstrap-icons/icons/telephone-x.svg?raw';
import lockIcon from 'bootstrap-icons/icons/shield-lock.svg?raw';
import gripIcon from 'bootstrap-icons/icons/grip-vertical.svg?raw';
import columnsIcon from 'bootstrap-icons/icons/layout-three-columns.svg?raw';
import moveIcon from 'bootstrap-icons/icons/arrows-move.svg?raw';
import upIcon from 'bootstrap-icons/icons/arrow-up.svg?raw';
import zoomInIcon from 'bootstrap-icons/icons/zoom-in.svg?raw';
import zoomOutIcon from 'bootstrap-icons/icons/zoom-out.svg?raw';
import playIcon from 'bootstrap-icons/icons/play-fill.svg?raw';
import pauseIcon from 'bootstrap-icons/icons/pause-fill.svg?raw';
import stopIcon from 'bootstrap-icons/icons/stop-fill.svg?raw';
import fasterIcon from 'bootstrap-icons/icons/fast-forward-fill.svg?raw';
import slowerIcon from 'bootstrap-icons/icons/rewind-fill.svg?raw';
import downloadIcon from 'bootstrap-icons/icons/download.svg?raw';
import type { ReactElement } from 'react';
import styles from './icon.module.css';

const icons = {
  chart: graphUp,
  bell,
  bellOff: bellSlash,
  calendar,
  ringing,
  camera,
  check,
  cluster: circles,
  copy,
  down: chevronDown,
  fit,
  follow: crosshair,
  fullscreen,
  grip: gripIcon,
  gear,
  heart: heartFill,
  help: question,
  info: infoCircle,
  layers,
  left: chevronLeft,
  live: cameraVideo,
  map,
  menu: listIcon,
  minus: dash,
  mute: volumeMute,
  offline: wifiOff,
  person,
  plug: plugin,
  plus,
  position: broadcastPin,
  refresh: arrowClockwise,
  remove: trash,
  eyeOff: eyeSlash,
  save: floppy,
  edit: pencil,
  undo: undoIcon,
  right: chevronRight,
  search,
  sound: volumeUp,
  table,
  warning: exclamation,
  close: x,
  mic: micIcon,
  micOff: micMuteIcon,
  hangUp: hangUpIcon,
  lock: lockIcon,
  tree: treeIcon,
  track: trackIcon,
  playback: playbackIcon,
  other: otherIcon,
  stopwatch: stopwatchIcon,
  group: groupIcon,
  external: externalIcon,
  server: hddStack,
  storage: hdd,
  columns: columnsIcon,
  move: moveIcon,
  up: upIcon,
  zoomIn: zoomInIcon,
  zoomOut: zoomOutIcon,
  play: playIcon,
  pause: pauseIcon,
  stop: stopIcon,
  faster: fasterIcon,
  slower: slowerIcon,
  download: downloadIcon,
};

export type IconName = keyof typeof icons;

/** An icon of 16 px (or `size`) at the usual size of text. Decoration only: the button around it carries the name. */
export const Icon = ({ name, size = 16 }: { name: IconName; size?: number }): ReactElement => (
  <span
    aria-hidden="true"
    className={styles.icon}
    style={{ width: `${size / 16}rem`, height: `${size / 16}rem` }}
    dangerouslySetInnerHTML={{ __html: icons[name] }} // a file of the icon package, fixed at build
  />
);
