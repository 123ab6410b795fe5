-- What servers hold in memory of fences and planned routes: see 0395. A changed row has another version.
CREATE TRIGGER tell_changed AFTER INSERT OR UPDATE OR DELETE ON fences EXECUTE FUNCTION tell_other_servers();
CREATE TRIGGER tell_changed AFTER INSERT OR UPDATE OR DELETE ON planned_routes EXECUTE FUNCTION tell_other_servers();
