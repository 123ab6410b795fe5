-- What servers hold in memory of event definitions: see 0395.
CREATE TRIGGER tell_changed AFTER INSERT OR UPDATE OR DELETE ON event_definitions EXECUTE FUNCTION tell_other_servers();
CREATE TRIGGER tell_changed AFTER INSERT OR UPDATE OR DELETE ON event_definition_devices EXECUTE FUNCTION tell_other_servers();
