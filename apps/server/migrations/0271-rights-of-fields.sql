-- 41 further rights, one for each field of the device editor and each group of parameters that had none: who had the right for the panel
-- around it keeps the field. Flags past the end of the text read 0.
UPDATE permission_sets SET rights = substr(rights || '00000000000000000000000000000000000000', 1, 38)
  -- F_lmdvrs: the fields of the device editor
  || CASE substr(rights, 9, 1) WHEN '1' THEN '111111111111111111' ELSE '000000000000000000' END
  -- F_lmdvrs_deleterecord: everything of a device
  || CASE substr(rights, 26, 1) WHEN '1' THEN '1' ELSE '0' END
  -- F_rmdvrs: G-sensor
  || CASE substr(rights, 10, 1) WHEN '1' THEN '1' ELSE '0' END
  -- F_rmdvrs_timezone: summer time
  || CASE substr(rights, 32, 1) WHEN '1' THEN '1' ELSE '0' END
  -- F_rmdvrs: ignition off, voltage, second card
  || CASE substr(rights, 10, 1) WHEN '1' THEN '111' ELSE '000' END
  -- F_rmdvrs_speedlimit: source of the speed
  || CASE substr(rights, 30, 1) WHEN '1' THEN '1' ELSE '0' END
  -- F_rmdvrs: G-guard, periods, signals, live mode
  || CASE substr(rights, 10, 1) WHEN '1' THEN '11111' ELSE '00000' END
  -- F_rmdvrs_network: heartbeat, Wi-Fi, servers, FTP, online hours
  || CASE substr(rights, 33, 1) WHEN '1' THEN '111111' ELSE '000000' END
  -- F_rmdvrs_alarms: combined alarms, motion
  || CASE substr(rights, 36, 1) WHEN '1' THEN '11' ELSE '00' END
  -- F_rmdvrs_adas: other driver assistance
  || CASE substr(rights, 37, 1) WHEN '1' THEN '11' ELSE '00' END
  -- F_api_full: raw parameters
  || CASE substr(rights, 15, 1) WHEN '1' THEN '1' ELSE '0' END;
UPDATE users SET rights = substr(rights || '00000000000000000000000000000000000000', 1, 38)
  -- F_lmdvrs: the fields of the device editor
  || CASE substr(rights, 9, 1) WHEN '1' THEN '111111111111111111' ELSE '000000000000000000' END
  -- F_lmdvrs_deleterecord: everything of a device
  || CASE substr(rights, 26, 1) WHEN '1' THEN '1' ELSE '0' END
  -- F_rmdvrs: G-sensor
  || CASE substr(rights, 10, 1) WHEN '1' THEN '1' ELSE '0' END
  -- F_rmdvrs_timezone: summer time
  || CASE substr(rights, 32, 1) WHEN '1' THEN '1' ELSE '0' END
  -- F_rmdvrs: ignition off, voltage, second card
  || CASE substr(rights, 10, 1) WHEN '1' THEN '111' ELSE '000' END
  -- F_rmdvrs_speedlimit: source of the speed
  || CASE substr(rights, 30, 1) WHEN '1' THEN '1' ELSE '0' END
  -- F_rmdvrs: G-guard, periods, signals, live mode
  || CASE substr(rights, 10, 1) WHEN '1' THEN '11111' ELSE '00000' END
  -- F_rmdvrs_network: heartbeat, Wi-Fi, servers, FTP, online hours
  || CASE substr(rights, 33, 1) WHEN '1' THEN '111111' ELSE '000000' END
  -- F_rmdvrs_alarms: combined alarms, motion
  || CASE substr(rights, 36, 1) WHEN '1' THEN '11' ELSE '00' END
  -- F_rmdvrs_adas: other driver assistance
  || CASE substr(rights, 37, 1) WHEN '1' THEN '11' ELSE '00' END
  -- F_api_full: raw parameters
  || CASE substr(rights, 15, 1) WHEN '1' THEN '1' ELSE '0' END
WHERE rights <> '';
